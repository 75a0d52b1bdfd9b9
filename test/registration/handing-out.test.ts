import type { Submission } from '../../lambdas/domain/registration';
import { uuid7 } from '../../lambdas/platform/uuid';
import { PostgresShortages, postgresHandingOut } from '../../lambdas/registration/handing-out/postgres-handing-out';
import { PostgresStocks } from '../../lambdas/units/stock/postgres-stocks';
import { aStore } from '../forms/a-store';
import { publish } from '../quote/support/runner';
import { directing } from '../support/directing';
import { openChanges } from '../support/races/changed-race';
import { makeRace, submissionFor } from '../support/races/race';
import { registrationsOn } from '../support/races/registrations';

const made = openChanges();

const direct = directing({
  handOut: (command) => postgresHandingOut(made.postgres)(command),
  shortages: { list: (...page) => new PostgresShortages(made.postgres).list(...page) },
});

/** A race with one shirt in M, and the runners who paid for it: the first has it, the others are short. */
const aRaceShortOfShirts = async (runners: number) => {
  const race = await makeRace(made.postgres, { spots: runners });
  const [shirt] = aStore.items;
  const variants = shirt?.variants.map((variant) => ({ ...variant, limited: variant.id === 'shirt-m' }));
  await publish(made.postgres, race.raceId, 1, { ...aStore, items: [{ ...shirt, included: false, variants }] });
  await new PostgresStocks(made.postgres, uuid7).set({
    raceId: race.raceId,
    variant: 'shirt-m',
    stock: 1,
    isDryRun: false,
  });
  const [pool] = await made.query<{ id: string }>('SELECT id FROM pool WHERE race_id = $1', [race.raceId]);
  const block = { id: uuid7(), numbers: Array.from({ length: runners }, (_, n) => n + 1) };
  await made.query(
    `INSERT INTO block (id, event_id, numbers, deal_until, closes_at)
     VALUES ($1, $2, $3, now() + interval '1 minute', now() + interval '1 hour')`,
    [block.id, race.eventId, block.numbers],
  );
  await made.query('UPDATE spot SET block = $1 WHERE event_id = $2', [block.id, race.eventId]);
  const submissions = block.numbers.map((_, n): Submission => {
    const plain = submissionFor(race, block, n);
    const { registrationId } = plain.hold;
    const lines = [
      ['entry', '', 4500, 4500],
      ['item', 'shirt-m', 2000, 1500, [0, 1]],
      ['item', 'shirt-s', 1000, 1000],
    ] as const;
    return {
      ...plain,
      hold: { ...plain.hold, form: 1, quote: { ...plain.hold.quote, total: 7000 } },
      quoted: {
        form: 1,
        blocks: [[pool?.id ?? '', uuid7()]],
        people: [{ registrationId, share: 7000, lines }],
      },
    };
  });
  for (const submission of submissions) await registrationsOn(made.postgres).record(race.eventId, [submission]);
  await made.query(
    `UPDATE payment SET state = 'captured', captured = coalesce(capture_amount, amount), settled_at = now()
     WHERE registration_id = ANY ($1)`,
    [submissions.map(({ hold }) => hold.registrationId)],
  );
  const [first = '', ...others] = submissions.map(({ hold }) => hold.registrationId);
  return { ...race, first, others };
};

const handOut = (registrationId: string, positions: readonly number[], more: object = {}) =>
  direct({ handOut: { registrationId, positions, ...more } });
const handedOut = async (registrationId: string) =>
  (
    await made.query<{ position: number }>(
      'SELECT position FROM registration_line WHERE registration_id = $1 AND handed_out_at IS NOT NULL ORDER BY 1',
      [registrationId],
    )
  ).map(({ position }) => position);
const audited = (registrationId: string) =>
  made.query('SELECT actor, action, detail FROM audit WHERE registration_id = $1 ORDER BY id', [registrationId]);

test('a director sees what is short, of whom, and how much of the money was not taken', async () => {
  const { raceId, eventId, others } = await aRaceShortOfShirts(3);
  const lineOf = (registrationId: string | undefined, number: number) => ({
    registrationId,
    position: 1,
    number,
    eventId,
    isLive: true,
    state: 'short',
    kind: 'item',
    item: 'shirt',
    ref: 'shirt-m',
    price: 2000,
    paidAs: registrationId,
    notCaptured: 1500,
    currency: 'EUR',
  });
  const expected = [lineOf(others[0], 2), lineOf(others[1], 3)];
  expect(await direct({ listShort: { raceId } })).toEqual({ short: expected });
  const after = { registrationId: others[0], position: 1 };
  expect(await direct({ listShort: { raceId, after } })).toEqual({ short: expected.slice(1) });
  expect(await direct({ listShort: { raceId: 'another-race' } })).toEqual({ short: [] });

  await made.changes.cancel(others[0] ?? '', 'director', { percent: 100 });
  expect(await direct({ listShort: { raceId } })).toMatchObject({ short: [{ isLive: false }, { isLive: true }] });
});

test('an item is handed out once, and taken back with a reason', async () => {
  const { first } = await aRaceShortOfShirts(1);
  const answer = { registrationId: first, isUndone: false, dryRun: false };
  expect(await handOut(first, [1, 2], { dryRun: true })).toEqual({
    handedOut: { ...answer, lines: [1, 2], dryRun: true },
  });
  expect([await handedOut(first), await audited(first)]).toEqual([[], []]);

  expect(await handOut(first, [1])).toEqual({ handedOut: { ...answer, lines: [1] } });
  expect(await handOut(first, [2, 1, 2])).toEqual({ handedOut: { ...answer, lines: [2] } });
  expect(await handOut(first, [1, 2])).toEqual({ handedOut: { ...answer, lines: [] } });
  expect(await handedOut(first)).toEqual([1, 2]);

  expect(await handOut(first, [2], { undo: 'Wrong bag' })).toEqual({
    handedOut: { ...answer, lines: [2], isUndone: true },
  });
  expect(await handedOut(first)).toEqual([1]);
  expect(await audited(first)).toEqual([
    { actor: 'director', action: 'items-handed-out', detail: { positions: [1] } },
    { actor: 'director', action: 'items-handed-out', detail: { positions: [2] } },
    { actor: 'director', action: 'items-taken-back', detail: { positions: [2], reason: 'Wrong bag' } },
  ]);
});

test('nothing is handed out that was not given, not even with something else', async () => {
  const { first, others } = await aRaceShortOfShirts(2);
  const [second = ''] = others;
  const refused = (...errors: readonly object[]) => ({ refused: { reason: 'not-handed-out', errors } });
  expect(await handOut(second, [2, 1])).toMatchObject(
    refused({ field: 'handOut.positions.1', message: expect.stringContaining('none left') }),
  );
  expect(await handedOut(second)).toEqual([]);
  expect(await handOut(first, [0, 9])).toMatchObject(
    refused({ field: 'handOut.positions.0' }, { field: 'handOut.positions.1' }),
  );
  expect(await handOut(uuid7(), [1])).toMatchObject({ refused: { reason: 'no-such-registration' } });
  expect(await handOut(first, [])).toMatchObject({ refused: { reason: 'not-as-expected' } });
  expect(await handOut(first, [1], { undo: ' ' })).toMatchObject({ refused: { reason: 'not-as-expected' } });

  await made.changes.cancel(first, 'director', { percent: 100 });
  expect(await handOut(first, [1])).toMatchObject(
    refused({ field: 'handOut.positions.0', message: expect.stringContaining('given back') }),
  );
});

test('an item that is handed out while its spot is given back is either refunded or in hand', async () => {
  for (let round = 0; round < 5; round++) {
    const { first } = await aRaceShortOfShirts(1);
    const [, cancelled] = await Promise.all([handOut(first, [2]), made.changes.cancel(first, 'director')]);
    expect(cancelled.kind).toBe('cancelled');
    const [line] = await made.query<{ inHand: boolean; refund: number }>(
      `SELECT handed_out_at IS NOT NULL AS "inHand", coalesce(refund, 0) AS refund FROM registration_line
       WHERE registration_id = $1 AND position = 2`,
      [first],
    );
    expect(line?.inHand).toBe(line?.refund === 0);
  }
});
