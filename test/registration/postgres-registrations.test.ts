import type { Submission } from '../../lambdas/domain/registration';
import { uuid7 } from '../../lambdas/platform/uuid';
import type { Recorded } from '../../lambdas/registration/ports';
import type { PostgresRegistrations } from '../../lambdas/registration/record/postgres-registrations';
import { recordLate } from '../../lambdas/registration/record/postgres-registrations';
import type { Block, Times } from '../../lambdas/spots/blocks/block';
import { type FreshDatabase, freshDatabase } from '../support/postgres/database';
import { ledgerOn } from '../support/races/ledger';
import { type MadeRace, makeRace, submissionFor } from '../support/races/race';
import { registrationsOn } from '../support/races/registrations';

let database: FreshDatabase;
let registrations: PostgresRegistrations;

beforeAll(async () => {
  database = await freshDatabase();
  registrations = registrationsOn(database.postgres);
});
afterAll(() => database.close());

const query = <Row extends object>(text: string, values: readonly unknown[]) =>
  database.postgres.query<Row>(text, values);
const cut = async (race: MadeRace, left?: string, changes: Partial<Times> = {}): Promise<Block> => {
  const answer = await ledgerOn(database.postgres, { changes }).cut(race.eventId, left, 'spent');
  if (answer.kind !== 'block') throw new Error(`expected a block, got ${answer.kind}`);
  return answer.block;
};
const expire = async (race: MadeRace) => {
  await query(`UPDATE block SET closes_at = clock_timestamp() WHERE event_id = $1`, [race.eventId]);
  await ledgerOn(database.postgres).reclaim(race.eventId);
};
const outcomes = ({ decisions }: Recorded) =>
  decisions.map(({ outcome, number }) => (number ? `${outcome} ${number}` : outcome));
const ordersOf = async (ids: readonly string[]) => {
  const rows = await query<{ body: { action: string; authorisation: string | null } }>(
    `SELECT body FROM outbox WHERE queue = 'payments' AND body ->> 'registrationId' = ANY ($1) ORDER BY id`,
    [ids],
  );
  return rows.map(({ body }) => `${body.action} ${body.authorisation === null ? 'whatever there is' : 'it'}`);
};
const idOf = ({ hold }: Submission) => hold.registrationId;

test('confirms everybody whose spot is still theirs, and orders the capture in the same transaction', async () => {
  const race = await makeRace(database.postgres, { spots: 80 });
  const block = await cut(race);
  const batch = [0, 1, 2].map((n) => submissionFor(race, block, n));
  const recorded = await registrations.record(race.eventId, batch);
  expect(outcomes(recorded)).toEqual(['confirmed 1', 'confirmed 2', 'confirmed 3']);
  expect(await ordersOf(batch.map(idOf))).toEqual(['capture it', 'capture it', 'capture it']);
  expect(recorded.outbox).toHaveLength(3);
});

test('a message delivered again is answered as before, and no money is ordered twice', async () => {
  const race = await makeRace(database.postgres, { spots: 80 });
  const submission = submissionFor(race, await cut(race), 4);
  const first = await registrations.record(race.eventId, [submission]);
  const again = await registrations.record(race.eventId, [submission, submission]);
  expect(outcomes(again)).toEqual(['confirmed 5']);
  expect([first, again].map(({ decisions }) => decisions[0]?.isRepeat)).toEqual([undefined, true]);
  expect(again.outbox).toEqual([]);
  expect(await ordersOf([idOf(submission)])).toHaveLength(1);
});

test('the same runner gets one spot, in one batch or in two, and the second card is let go', async () => {
  const race = await makeRace(database.postgres, { spots: 80 });
  const block = await cut(race);
  const [a, b, c] = [0, 1, 2].map((n) => submissionFor(race, block, n, { person: 'ada' })) as [
    Submission,
    Submission,
    Submission,
  ];
  expect(outcomes(await registrations.record(race.eventId, [a, b]))).toEqual(['confirmed 1', 'duplicate']);
  expect(outcomes(await registrations.record(race.eventId, [c]))).toEqual(['duplicate']);
  expect(await ordersOf([idOf(b), idOf(c)])).toEqual(['void it', 'void it']);
});

test('two people who were dealt the same number both run: the second one gets another spot', async () => {
  const race = await makeRace(database.postgres, { spots: 80 });
  const block = await cut(race);
  const recorded = await registrations.record(race.eventId, [
    submissionFor(race, block, 0),
    submissionFor(race, block, 0),
  ]);
  expect(outcomes(recorded).sort()).toEqual(['confirmed 1', 'confirmed 11']);
});

test('the database itself refuses to free a spot with a runner on it', async () => {
  const race = await makeRace(database.postgres, { spots: 8 });
  await registrations.record(race.eventId, [submissionFor(race, await cut(race), 0)]);
  const freeing = query('UPDATE spot SET block = NULL WHERE event_id = $1 AND number = 1', [race.eventId]);
  await expect(freeing).rejects.toThrow('foreign key');
});

test('a message that comes after its block was taken back gets any sellable spot', async () => {
  const race = await makeRace(database.postgres, { spots: 16 });
  const block = await cut(race);
  await expire(race);
  const next = await cut(race);
  expect(next.numbers).toEqual(block.numbers);
  const recorded = await registrations.record(race.eventId, [submissionFor(race, block, 0)]);
  expect(outcomes(recorded)).toEqual(['confirmed 3']);
});

test('a late message takes no spot that is promised to somebody: it waits while one may come back', async () => {
  const race = await makeRace(database.postgres, { spots: 1 });
  const block = await cut(race);
  const late = submissionFor(race, { ...block, id: uuid7() }, 0);
  const recorded = await registrations.record(race.eventId, [late]);
  expect(recorded).toEqual({ decisions: [], deferred: [idOf(late)], outbox: [], lines: new Map() });
  await expire(race);
  expect(outcomes(await registrations.record(race.eventId, [late]))).toEqual(['confirmed 1']);
});

test('when every spot has its runner, a late one is refused, once and for all, and the card is let go', async () => {
  const race = await makeRace(database.postgres, { spots: 1 });
  const block = await cut(race);
  const [first, late] = [submissionFor(race, block, 0), submissionFor(race, block, 0)];
  await registrations.record(race.eventId, [first]);
  expect(outcomes(await registrations.record(race.eventId, [late]))).toEqual(['refused']);
  await query(`UPDATE registration SET live = false, spot = NULL, block = NULL, ended = 'cancelled' WHERE id = $1`, [
    idOf(first),
  ]);
  await query('UPDATE spot SET block = NULL WHERE event_id = $1', [race.eventId]);
  expect(outcomes(await registrations.record(race.eventId, [late]))).toEqual(['refused']);
  expect(await ordersOf([idOf(late)])).toEqual(['void it']);
});

test('somebody who gets in elsewhere while they are about to be refused is a duplicate', async () => {
  const race = await makeRace(database.postgres, { spots: 1 });
  const block = await cut(race);
  const [here, elsewhere] = [
    submissionFor(race, { ...block, id: uuid7() }, 0, { person: 'ada' }),
    submissionFor(race, block, 0, { person: 'ada' }),
  ];
  const { postgres } = database;
  let isIn = false;
  const slow = registrationsOn({
    query: (text, values) => postgres.query(text, values),
    transaction: (work, options) =>
      postgres.transaction(
        (sql) =>
          work({
            query: async (text, values) => {
              if (text === recordLate && !isIn) {
                isIn = true;
                await registrations.record(race.eventId, [elsewhere]);
              }
              return sql.query(text, values);
            },
          }),
        options,
      ),
    close: () => postgres.close(),
  });
  expect(outcomes(await slow.record(race.eventId, [here]))).toEqual(['duplicate']);
  expect(await ordersOf([idOf(here)])).toEqual(['void it']);
});

test('a stale hold does not take the spot from its new holder, even in their company', async () => {
  const race = await makeRace(database.postgres, { spots: 16 });
  const old = await cut(race);
  await expire(race);
  const block = await cut(race);
  const batch = [submissionFor(race, old, 0), submissionFor(race, block, 1)];
  expect(outcomes(await registrations.record(race.eventId, batch)).sort()).toEqual(['confirmed 2', 'confirmed 3']);
  expect(outcomes(await registrations.record(race.eventId, [submissionFor(race, block, 0)]))).toEqual(['confirmed 1']);
});

test('a spot taken for somebody late who turns out to be registered is sellable again', async () => {
  const race = await makeRace(database.postgres, { spots: 4 });
  const block = await cut(race);
  await expire(race);
  const twins = [0, 0].map((n) => submissionFor(race, block, n, { person: 'ada' }));
  expect(outcomes(await registrations.record(race.eventId, twins)).sort()).toEqual(['confirmed 1', 'duplicate']);
  const [row] = await query<{ n: number }>(
    'SELECT count(*)::int AS n FROM spot WHERE event_id = $1 AND block IS NULL',
    [race.eventId],
  );
  expect(row?.n).toBe(3);
});

test("an offer's block is of no use to anybody but its owner", async () => {
  const race = await makeRace(database.postgres, { spots: 16 });
  const block = await cut(race);
  await query('UPDATE block SET owner = $2 WHERE id = $1', [block.id, 'somebody else']);
  expect(outcomes(await registrations.record(race.eventId, [submissionFor(race, block, 0)]))).toEqual(['confirmed 3']);
});

describe('a sweep', () => {
  const sweepOf = ({ hold }: Submission) => ({
    registrationId: hold.registrationId,
    raceId: hold.raceId,
    eventId: hold.eventId,
    amount: 4500,
    currency: 'EUR',
  });

  test('refuses what never arrived, and lets go of whatever card there is; coming late, the message changes nothing', async () => {
    const race = await makeRace(database.postgres, { spots: 80 });
    const lost = submissionFor(race, await cut(race), 0);
    await registrations.sweep([sweepOf(lost)]);
    expect(await ordersOf([idOf(lost)])).toEqual(['void whatever there is']);
    expect(outcomes(await registrations.record(race.eventId, [lost]))).toEqual(['refused']);
    expect(await ordersOf([idOf(lost)])).toEqual(['void whatever there is']);
  });

  test('orders again what is decided and not settled, and leaves alone what is settled', async () => {
    const race = await makeRace(database.postgres, { spots: 80 });
    const block = await cut(race);
    const [open, settled] = [submissionFor(race, block, 0), submissionFor(race, block, 1)];
    await registrations.record(race.eventId, [open, settled]);
    await query(`UPDATE payment SET state = 'captured' WHERE registration_id = $1`, [idOf(settled)]);
    await query('DELETE FROM outbox', []);
    await registrations.sweep([sweepOf(open), sweepOf(settled)]);
    expect(await ordersOf([idOf(open)])).toEqual(['capture it']);
    expect(await ordersOf([idOf(settled)])).toEqual([]);
  });

  test('that comes before the end of a long hold waits, and shuts nobody out', async () => {
    const race = await makeRace(database.postgres, { spots: 80 });
    const block = await cut(race);
    const [paying, gone, done] = [0, 1, 2].map((n) => submissionFor(race, block, n));
    if (!paying || !gone || !done) throw new Error('there should be three');
    await registrations.record(race.eventId, [done]);
    await query('DELETE FROM outbox', []);
    const notBefore = Date.now() + 60_000;
    const sweeps = [
      { ...sweepOf(paying), notBefore },
      { ...sweepOf(gone), notBefore: Date.now() - 1 },
    ];
    expect(await registrations.sweep([...sweeps, { ...sweepOf(done), notBefore }])).toMatchObject({
      deferred: [idOf(paying)],
    });
    expect(await ordersOf([idOf(paying), idOf(gone), idOf(done)])).toEqual(['void whatever there is', 'capture it']);
    expect(outcomes(await registrations.record(race.eventId, [paying]))).toEqual(['confirmed 1']);
  });

  test('of an event nobody knows is an error, not a silent success', async () => {
    await expect(
      registrations.sweep([{ registrationId: uuid7(), raceId: 'x', eventId: uuid7(), amount: 1, currency: 'EUR' }]),
    ).rejects.toThrow();
  });
});

test('eight writers, each message delivered three times in another order: every id decided once, every spot once', async () => {
  const race = await makeRace(database.postgres, { spots: 200 });
  const block = await cut(race);
  const next = await cut(race, block.id);
  const all = [
    ...block.numbers.map((_, n) => submissionFor(race, block, n)),
    ...next.numbers.map((_, n) => submissionFor(race, next, n)),
    ...block.numbers.slice(0, 10).map((_, n) => submissionFor(race, block, n)),
    ...next.numbers.slice(0, 5).map((_, n) => submissionFor(race, next, n, { person: `twin-${n % 2}` })),
  ];
  const deliveries = [all, [...all].reverse(), [...all].sort(() => Math.random() - 0.5)].flat();
  const batches = Array.from({ length: 30 }, (_, i) => deliveries.filter((_, d) => d % 30 === i));
  const told = new Map<string, Set<string>>();
  await Promise.all(
    Array.from({ length: 8 }, async (_, writer) => {
      for (let i = writer; i < batches.length; i += 8) {
        const { decisions } = await registrations.record(race.eventId, batches[i] ?? []);
        for (const { registrationId, outcome, number } of decisions) {
          told.set(registrationId, (told.get(registrationId) ?? new Set()).add(`${outcome} ${number}`));
        }
      }
    }),
  );
  expect(told.size).toBe(all.length);
  expect([...told.values()].filter((answers) => answers.size !== 1)).toEqual([]);
  const [sum] = await query<{ rows: number; live: number; spots: number; people: number; orders: number }>(
    `SELECT count(*)::int AS rows, count(*) FILTER (WHERE live)::int AS live, count(DISTINCT spot)::int AS spots,
            count(DISTINCT person) FILTER (WHERE live)::int AS people,
            (SELECT count(*)::int FROM payment p JOIN registration r2 ON r2.id = p.registration_id WHERE r2.event_id = $1) AS orders
     FROM registration WHERE event_id = $1`,
    [race.eventId],
  );
  expect(sum).toEqual({ rows: all.length, live: sum?.live, spots: sum?.live, people: sum?.live, orders: all.length });
  expect(sum?.live).toBe(all.length - 3);
});
