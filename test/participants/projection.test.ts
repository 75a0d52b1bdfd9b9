import { mailMessage } from '../../lambdas/domain/mail-order';
import type { Settlement } from '../../lambdas/domain/money/payment';
import { PostgresProjection } from '../../lambdas/participants/postgres-projection';
import { PostgresPayments } from '../../lambdas/payment/settle/postgres-payments';
import type { Postgres } from '../../lambdas/platform/postgres/postgres';
import { uuid7 } from '../../lambdas/platform/uuid';
import { PostgresChanges } from '../../lambdas/registration/change/postgres-changes';
import { PostgresCorrections } from '../../lambdas/registration/change/postgres-corrections';
import { groupFor } from '../support/races/group-submission';
import { givingWith } from '../support/races/ledger';
import { type MadeRace, makeRace, submissionFor } from '../support/races/race';
import { registrationsOn } from '../support/races/registrations';
import { type Random, random } from '../support/random';
import { openStores } from '../support/stores';

const stores = openStores();
const query = <Row extends object>(text: string, values: readonly unknown[] = []) =>
  stores.database.postgres.query<Row>(text, values);

/** Copies a few rows at a time, so that short histories need several rounds, and never looks back. */
const projectionOf = (rows = 3) =>
  new PostgresProjection(stores.database.postgres, {
    rows,
    newRows: rows,
    // In the first copy, most looks end before all that they found is copied.
    copyMs: 0,
    rowsPerStatement: Math.ceil(rows / 2),
    rounds: 1000,
    seconds: 0,
    openingSeconds: 0,
    overlapSeconds: 0,
  });

const spots = 60;

/** A race of which all spots are held in one block, by everybody who registers. */
const heldRace = async () => {
  const race = await makeRace(stores.database.postgres, { spots });
  await query(
    `UPDATE race SET cancel_until = now() + interval '1 hour', transfer_until = now() + interval '1 hour' WHERE id = $1`,
    [race.raceId],
  );
  const block = { id: uuid7(), numbers: Array.from({ length: spots }, (_, n) => n + 1) };
  await query(
    `INSERT INTO block (id, event_id, numbers, deal_until, closes_at)
     VALUES ($1, $2, $3, now() + interval '1 minute', now() + interval '1 hour')`,
    [block.id, race.eventId, block.numbers],
  );
  await query('UPDATE spot SET block = $1 WHERE event_id = $2', [block.id, race.eventId]);
  return { race, block };
};

const copied = ({ raceId }: MadeRace) =>
  query<{ state: string }>('SELECT * FROM participant WHERE race_id = $1 ORDER BY registration_id', [raceId]);

const participant = async (id: string) => {
  const [row] = await query<{ state: string; payment: string | null; amount: number | null; refund: number }>(
    'SELECT state, payment, amount, refund FROM participant WHERE registration_id = $1',
    [id],
  );
  return row;
};

const settlement = (registrationId: string, state: Settlement['state'], amount: number): Settlement => ({
  registrationId,
  state,
  amount,
  currency: 'EUR',
  authorisation: `pi_${registrationId}`,
});

const mail = (order: Parameters<typeof mailMessage>[0]) => mailMessage(order, 4);
const deskOn = (postgres: Postgres) => {
  const needs = { postgres, newId: uuid7, mailMessage: mail, giveToWaiting: givingWith() };
  return {
    registrations: registrationsOn(postgres),
    payments: new PostgresPayments(needs),
    changes: new PostgresChanges(needs),
    corrections: new PostgresCorrections(needs),
  };
};

const gate = () => {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
};

/** Does the work, and commits it only after `meanwhile`. */
const lateCommit = async (work: (postgres: Postgres) => Promise<unknown>, meanwhile: () => Promise<unknown>) => {
  const { postgres } = stores.database;
  const [done, commit] = [gate(), gate()];
  const late: Postgres = {
    query: (text, values) => postgres.query(text, values),
    transaction: (inner, options) =>
      postgres.transaction(async (sql) => {
        const answer = await inner(sql);
        done.open();
        await commit.opened;
        return answer;
      }, options),
    close: async () => {},
  };
  const working = work(late).finally(done.open);
  await done.opened;
  await meanwhile().finally(commit.open);
  await working;
};

/** What may happen to registrations and their money, by the stores that do it. */
class History {
  readonly #made: Awaited<ReturnType<typeof heldRace>>;
  readonly #random: Random;
  #spot = 0;

  constructor(made: Awaited<ReturnType<typeof heldRace>>, chance: Random) {
    this.#made = made;
    this.#random = chance;
  }

  async #anyOf<Row extends object>(text: string): Promise<Row | undefined> {
    const rows = await query<Row>(text, [this.#made.race.eventId]);
    return rows[this.#random.whole(0, Math.max(0, rows.length - 1))];
  }

  async register(postgres: Postgres) {
    const { race, block } = this.#made;
    const size = Math.min(this.#random.pick([1, 1, 1, 2, 3]), spots - this.#spot);
    if (size < 1) return;
    const place = this.#spot;
    this.#spot += size;
    // Some are registered already.
    const person = `p${this.#random.whole(1, 50)}`;
    const { registrations } = deskOn(postgres);
    if (size === 1) await registrations.record(race.eventId, [submissionFor(race, block, place, { person })]);
    else
      await registrations.recordGroup(
        groupFor(
          race,
          block,
          Array.from({ length: size }, (_, n) => place + n),
        ),
      );
  }

  async settle(postgres: Postgres) {
    const payment = await this.#anyOf<{ id: string; amount: number; wanted: string }>(
      `SELECT p.registration_id AS id, p.amount, p.wanted FROM payment p JOIN registration g ON g.id = p.registration_id
       WHERE g.event_id = $1 AND p.state = 'authorised' ORDER BY 1`,
    );
    if (!payment) return;
    const state = payment.wanted === 'void' ? 'voided' : this.#random.chance(0.8) ? 'captured' : 'failed';
    await deskOn(postgres).payments.settle([settlement(payment.id, state, payment.amount)]);
  }

  async refund(postgres: Postgres) {
    const payment = await this.#anyOf<{ id: string; amount: number }>(
      `SELECT p.registration_id AS id, coalesce(p.refund_ordered, p.refund) AS amount
       FROM payment p JOIN registration g ON g.id = p.registration_id
       WHERE g.event_id = $1 AND p.wanted = 'refund' AND p.state = 'captured' ORDER BY 1`,
    );
    if (payment) await deskOn(postgres).payments.settle([settlement(payment.id, 'refunded', payment.amount)]);
  }

  #anyLive = () =>
    this.#anyOf<{ id: string }>('SELECT id FROM registration WHERE event_id = $1 AND live ORDER BY spot');

  async cancel(postgres: Postgres) {
    const one = await this.#anyLive();
    const percent = this.#random.pick([0, 50, 100]);
    if (one) await deskOn(postgres).changes.cancel(one.id, 'director', { percent });
  }

  async passOn(postgres: Postgres) {
    const one = await this.#anyLive();
    if (!one) return;
    const transferId = uuid7();
    const firstName = `heir${this.#random.whole(1, 9999)}`;
    const recipient = { firstName, email: `${firstName}@example.com` };
    await deskOn(stores.database.postgres).changes.offerTransfer(one.id, { transferId, recipient });
    await deskOn(postgres).changes.acceptTransfer(
      transferId,
      { ...recipient, lastName: 'Heir', birthDate: '1991-01-01' },
      'w1',
    );
  }

  async correct(postgres: Postgres) {
    const one = await this.#anyLive();
    const right = { lastName: `Right${this.#random.whole(1, 3)}` };
    if (one) await deskOn(postgres).corrections.correct({ registrationId: one.id, right, reason: 'mistyped' });
  }

  /** Another row that waits for no lock, so that it may be written later and committed earlier. */
  async refuse() {
    const runner = { firstName: 'Re', lastName: 'Fused', email: 'refused@example.com', birthDate: '1970-01-01' };
    await query(
      `INSERT INTO registration (id, event_id, outcome, live, via, person, runner) VALUES ($1, $2, 'refused', false, 'none', 'refused', $3)`,
      [uuid7(), this.#made.race.eventId, runner],
    );
  }

  /** A sweep finds money before its submission comes, and the submission comes later. */
  async sweep(postgres: Postgres) {
    const { eventId } = this.#made.race;
    const nobody = await this.#anyOf<{ id: string }>(
      'SELECT id FROM registration WHERE event_id = $1 AND runner IS NULL ORDER BY id',
    );
    await postgres.transaction((sql) =>
      nobody
        ? sql.query(`UPDATE registration SET person = 'late', runner = $2 WHERE id = $1`, [
            nobody.id,
            { firstName: 'Late', lastName: 'Submission', email: 'late@example.com', birthDate: '1980-01-01' },
          ])
        : sql.query(
            `INSERT INTO registration (id, event_id, outcome, live, via) VALUES ($1, $2, 'refused', false, 'sweep')`,
            [uuid7(), eventId],
          ),
    );
  }
}

test.each([1, 2, 3])(
  'after it has caught up, the copy is what it would be if it were made again, whichever transaction committed late (seed %i)',
  async (seed) => {
    const made = await heldRace();
    const chance = random(seed);
    const history = new History(made, chance);
    const { postgres } = stores.database;
    const { raceId } = made.race;
    const projection = projectionOf();
    const happen = (on: Postgres) =>
      chance.pick([
        () => history.register(on),
        () => history.register(on),
        () => history.settle(on),
        () => history.settle(on),
        () => history.refund(on),
        () => history.cancel(on),
        () => history.passOn(on),
        () => history.correct(on),
        () => history.sweep(on),
      ])();
    for (let step = 0; step < 120; step++) {
      if (chance.chance(0.25))
        await lateCommit(happen, async () => {
          await history.refuse();
          await projection.catchUp(raceId);
        });
      else await happen(postgres);
      if (chance.chance(0.3)) await projection.catchUp(raceId);
    }
    const last = await projection.catchUp(raceId);
    const caughtUp = await copied(made.race);
    expect(last).toMatchObject({ isComplete: true, rows: caughtUp.length });
    expect(caughtUp.length).toBeGreaterThan(40);
    expect(new Set(caughtUp.map(({ state }) => state)).size).toBeGreaterThan(4);

    expect(await projection.forget(raceId)).toBe(true);
    await projectionOf(10_000).catchUp(raceId);
    expect(caughtUp).toEqual(await copied(made.race));
  },
  60_000,
);

test('money is told by what became of it, for each of those that a payment is for', async () => {
  const { race, block } = await heldRace();
  const { registrations, payments, changes } = deskOn(stores.database.postgres);
  const projection = projectionOf();
  const group = groupFor(race, block, [0, 1]);
  const [lead, companion] = [group.hold.registrationId, group.hold.companions?.[0]?.registrationId ?? ''];
  await registrations.recordGroup(group);
  await projection.catchUp(race.raceId);
  expect(await participant(lead)).toEqual({ state: 'registered', payment: 'authorised', amount: 4500, refund: 0 });
  await payments.settle([settlement(lead, 'captured', 9000)]);
  await changes.cancel(companion, 'director', { percent: 100 });
  await projection.catchUp(race.raceId);
  expect(await participant(lead)).toEqual({ state: 'registered', payment: 'captured', amount: 4500, refund: 0 });
  expect(await participant(companion)).toEqual({
    state: 'cancelled',
    payment: 'refunding',
    amount: 4500,
    refund: 4500,
  });
  await payments.settle([settlement(lead, 'refunded', 4500)]);
  await projection.catchUp(race.raceId);
  expect(await participant(companion)).toMatchObject({ payment: 'refunded' });
  expect(await participant(lead)).toMatchObject({ payment: 'captured' });
});

test('one who looks copies, and another who looks meanwhile or a moment later reads what is there', async () => {
  const { race, block } = await heldRace();
  const { registrations } = deskOn(stores.database.postgres);
  const projection = new PostgresProjection(stores.database.postgres, { seconds: 3600 });
  await registrations.record(race.eventId, [submissionFor(race, block, 0)]);
  const first = await projection.catchUp(race.raceId);
  expect(first).toEqual({ rows: 1, isComplete: true, upTo: expect.stringMatching(/^20\d\d-.*Z$/) });
  await registrations.record(race.eventId, [submissionFor(race, block, 1)]);
  expect(await projection.catchUp(race.raceId)).toEqual(first);

  await stores.database.postgres.transaction(async (sql) => {
    await sql.query('SELECT FROM projection WHERE race_id = $1 FOR UPDATE', [race.raceId]);
    expect(await projectionOf().catchUp(race.raceId)).toEqual(first);
  });
  expect(await projectionOf().catchUp(race.raceId)).toMatchObject({ rows: 2 });
});

test('a race that is not there, and that of the canary, have no copy', async () => {
  const { race } = await heldRace();
  await query('UPDATE race SET is_canary = true WHERE id = $1', [race.raceId]);
  expect(await projectionOf().catchUp(race.raceId)).toBeUndefined();
  expect(await projectionOf().catchUp('no-such-race')).toBeUndefined();
  expect(await projectionOf().forget('no-such-race')).toBe(false);
});
