import { randomUUID } from 'node:crypto';
import { mailMessage } from '../../lambdas/mail/lanes';
import type { Settlement } from '../../lambdas/payment/payment';
import { PostgresPayments } from '../../lambdas/payment/postgres-payments';
import { recordSettlements } from '../../lambdas/payment/record-settlements';
import { settlementWorker } from '../../lambdas/payment/settlement-worker';
import { relayOutbox } from '../../lambdas/platform/outbox';
import type { Outgoing } from '../../lambdas/platform/queue/queue';
import { type FreshDatabase, freshDatabase } from '../support/database';
import { eventually, newRegistration } from './support/shop';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  await database.postgres.query(
    `INSERT INTO race VALUES ('city', 'City run', 'Ulm', '2027-05-01', 'Europe/Berlin', '', 'EUR', now(), now() + '1 day', '1', 'w', 'h')`,
  );
});
afterAll(() => database.close());

const sql = <Row extends object>(text: string, values: readonly unknown[] = []) =>
  database.postgres.query<Row>(text, values);

interface Given {
  wanted?: 'capture' | 'void';
  outcome?: 'confirmed' | 'duplicate' | 'refused';
  runner?: boolean;
  authorisation?: string | null;
}

/** A runner as the writer leaves one: confirmed on spot 1 of an event of its own, or turned away. */
const runner = async ({
  wanted = 'capture',
  outcome = wanted === 'capture' ? 'confirmed' : 'refused',
  runner = true,
  authorisation = 'pi_1',
}: Given = {}) => {
  const [id, event, block] = [newRegistration(), randomUUID(), randomUUID()];
  const [{ next } = { next: 1 }] = await sql<{ next: number }>(`SELECT count(*)::int + 1 AS next FROM event`);
  const live = outcome === 'confirmed';
  await sql(`INSERT INTO event VALUES ($1, 'city', $2, '10 km', 10000, 1, 2)`, [event, next]);
  await sql(`INSERT INTO spot VALUES ($1, 1, $2)`, [event, block]);
  await sql(
    `INSERT INTO registration (id, event_id, person, outcome, live, spot, block, number, via, runner)
     VALUES ($1, $2, 'ada', $3, $4, $5, $6, $5, $7, $8)`,
    [
      id,
      event,
      outcome,
      live,
      live ? 1 : null,
      live ? block : null,
      runner ? 'block' : 'sweep',
      runner ? '{"email":"ada@example.com"}' : null,
    ],
  );
  await sql(
    `INSERT INTO payment (registration_id, authorisation, amount, currency, wanted) VALUES ($1, $2, 7500, 'EUR', $3)`,
    [id, authorisation, wanted],
  );
  return { id, event };
};

const settlement = (
  registrationId: string,
  state: Settlement['state'],
  change: Partial<Settlement> = {},
): Settlement => ({
  registrationId,
  state,
  authorisation: 'pi_1',
  amount: 7500,
  currency: 'EUR',
  ...change,
});

const newOffice = ({ relayFails = false, cacheFails = false } = {}) => {
  const mails: Outgoing[] = [];
  const announced: string[] = [];
  const reported: unknown[] = [];
  const mail = {
    send: async (message: Outgoing) => void mails.push(message),
    sendAll: async (messages: readonly Outgoing[]) => void mails.push(...messages),
  };
  const { postgres } = database;
  const record = recordSettlements({
    payments: new PostgresPayments({ postgres, newId: newRegistration, mailMessage: (order) => mailMessage(order, 8) }),
    relay: async (ids) => {
      if (relayFails) throw new Error('SQS is away');
      await relayOutbox(postgres, { mail }, { ids });
    },
    announcements: {
      settled: async (id, state) => {
        if (cacheFails) throw new Error('memcached is away');
        announced.push(`${id} ${state}`);
      },
    },
    report: (error) => void reported.push(error),
  });
  const templates = () => mails.map(({ body }) => Object(body).template);
  return { record, mails, templates, announced, reported };
};

const payment = async (id: string) =>
  (
    await sql<{ state: string; authorisation: string }>(
      `SELECT state, authorisation FROM payment WHERE registration_id = $1`,
      [id],
    )
  )[0];
const waiting = async () => (await sql<{ n: number }>(`SELECT count(*)::int AS n FROM outbox`))[0]?.n;

const lockWaiters = async () =>
  (await sql(`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`)).length;

beforeEach(() => sql(`DELETE FROM outbox`));

test('money taken: the runner is told once, however often and late the news comes', async () => {
  const { id } = await runner();
  const { record, mails, announced } = newOffice();
  expect(await record([settlement(id, 'captured'), settlement(id, 'captured')])).toEqual([]);
  expect(await record([settlement(id, 'captured')])).toEqual([]);
  expect(await payment(id)).toMatchObject({ state: 'captured' });
  expect(mails).toEqual([
    {
      body: { registrationId: id, template: 'confirmation', generation: 1 },
      group: expect.stringMatching(/^lane-/),
      deduplicationId: `${id}:confirmation:1`,
    },
  ]);
  expect(announced).toEqual([`${id} captured`]);
  expect(await waiting()).toBe(0);
});

test('two deliveries at the same moment send one mail, and neither fails', async () => {
  const { id } = await runner();
  const offices = [newOffice(), newOffice()];
  const settling = await database.postgres.transaction(async (other) => {
    await other.query(`SELECT 1 FROM payment WHERE registration_id = $1 FOR UPDATE`, [id]);
    const both = Promise.all(offices.map(({ record }) => record([settlement(id, 'captured')])));
    await eventually(async () => (await lockWaiters()) === 2);
    return { both };
  });
  expect(await settling.both).toEqual([[], []]);
  expect(offices.flatMap(({ templates }) => templates())).toEqual(['confirmation']);
});

test('of two stories in one batch the first counts, and the second is not forgotten', async () => {
  const { id } = await runner();
  expect(await newOffice().record([settlement(id, 'failed'), settlement(id, 'captured')])).toEqual([id]);
  expect(await payment(id)).toMatchObject({ state: 'failed' });
});

test('many in one batch, in any order, are settled in one go', async () => {
  const [paid, refused, failed] = [await runner(), await runner({ wanted: 'void' }), await runner()];
  const { record, templates } = newOffice();
  await record([settlement(failed.id, 'failed'), settlement(paid.id, 'captured'), settlement(refused.id, 'voided')]);
  expect(templates().sort((a, b) => a.localeCompare(b))).toEqual(['confirmation', 'not-registered', 'payment-failed']);
});

test('money of a refused runner given back: the runner is told', async () => {
  const { id } = await runner({ wanted: 'void', outcome: 'duplicate' });
  const { record, templates } = newOffice();
  await record([settlement(id, 'voided')]);
  expect(await payment(id)).toMatchObject({ state: 'voided' });
  expect(templates()).toEqual(['not-registered']);
});

test('a sweep that found a card nobody registered with writes to nobody, but remembers the card', async () => {
  const { id } = await runner({ wanted: 'void', runner: false, authorisation: null });
  const { record, mails } = newOffice();
  await record([settlement(id, 'voided', { authorisation: 'pi_found' })]);
  expect(await payment(id)).toEqual({ state: 'voided', authorisation: 'pi_found' });
  expect(mails).toEqual([]);
});

test('a payment that failed gives the spot to the next runner, and says so', async () => {
  const { id, event } = await runner();
  const { record, templates } = newOffice();
  await record([settlement(id, 'failed', { reason: 'expired' })]);
  expect(templates()).toEqual(['payment-failed']);
  expect(await sql(`SELECT live, spot, block, outcome, number FROM registration WHERE id = $1`, [id])).toEqual([
    { live: false, spot: null, block: null, outcome: 'confirmed', number: 1 },
  ]);
  expect(await sql(`SELECT number FROM spot WHERE event_id = $1 AND block IS NULL`, [event])).toEqual([{ number: 1 }]);
  await record([settlement(id, 'failed')]);
  expect(templates()).toEqual(['payment-failed']);
});

test('an authorisation that expired at the processor is a failed payment', async () => {
  const { id, event } = await runner();
  await newOffice().record([settlement(id, 'voided', { reason: 'webhook' })]);
  expect(await payment(id)).toMatchObject({ state: 'failed' });
  expect(await sql(`SELECT number FROM spot WHERE event_id = $1 AND block IS NULL`, [event])).toHaveLength(1);
});

test('a late failure does not take a spot that somebody else has by now', async () => {
  const { id, event } = await runner();
  const { record } = newOffice();
  await record([settlement(id, 'failed')]);
  const block = randomUUID();
  await sql(`UPDATE spot SET block = $2 WHERE event_id = $1`, [event, block]);
  await sql(
    `INSERT INTO registration (id, event_id, person, outcome, live, spot, block, number, via) VALUES ($1, $2, 'bob', 'confirmed', true, 1, $3, 1, 'block')`,
    [newRegistration(), event, block],
  );
  await record([settlement(id, 'failed'), settlement(id, 'voided')]);
  expect(await sql(`SELECT person FROM registration WHERE event_id = $1 AND live`, [event])).toEqual([
    { person: 'bob' },
  ]);
});

test.each<[string, Given, Settlement['state'][], string]>([
  ['money taken that was given back', { wanted: 'void' }, ['voided', 'captured'], 'voided'],
  ['money given back that was taken', {}, ['captured', 'voided'], 'captured'],
  ['money taken after the payment failed', {}, ['failed', 'captured'], 'failed'],
  ['money taken of a refused runner', { wanted: 'void' }, ['captured'], 'authorised'],
])('%s changes nothing and is not forgotten', async (_, given, heard, stays) => {
  const { id } = await runner(given);
  const { record } = newOffice();
  const answers = [];
  for (const state of heard) answers.push(await record([settlement(id, state)]));
  expect(answers.at(-1)).toEqual([id]);
  expect(await payment(id)).toMatchObject({ state: stays });
});

test('another amount than the one quoted is not believed', async () => {
  const { id } = await runner();
  expect(await newOffice().record([settlement(id, 'captured', { amount: 75 })])).toEqual([id]);
  expect(await payment(id)).toMatchObject({ state: 'authorised' });
});

test('the database itself refuses money taken of a refused runner', async () => {
  const { id } = await runner({ wanted: 'void' });
  await expect(sql(`UPDATE payment SET state = 'captured' WHERE registration_id = $1`, [id])).rejects.toThrow('check');
});

test('news that overtakes the registration is left to the order that follows it', async () => {
  expect(await newOffice().record([settlement(newRegistration(), 'captured')])).toEqual([]);
});

test('a queue or a cache that is away costs nothing but time: the mail stays in the outbox', async () => {
  const { id } = await runner();
  const { record, reported } = newOffice({ relayFails: true, cacheFails: true });
  expect(await record([settlement(id, 'captured')])).toEqual([]);
  expect(await payment(id)).toMatchObject({ state: 'captured' });
  expect(reported).toHaveLength(2);
  expect(await waiting()).toBe(1);
});

test('the worker gives back only what contradicts the database, and what nobody can read', async () => {
  jest.spyOn(console, 'error').mockImplementation();
  const [good, bad] = [await runner(), await runner({ wanted: 'void' })];
  const bodies = [settlement(good.id, 'captured'), settlement(bad.id, 'captured'), 'nonsense'];
  const Records = bodies.map((body, index) => ({
    messageId: `m${index}`,
    body: JSON.stringify(body),
    attributes: { ApproximateReceiveCount: '1' },
  }));
  const result = await settlementWorker(newOffice().record)(Object({ Records }));
  expect(result.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier).sort()).toEqual(['m1', 'm2']);
  jest.restoreAllMocks();
});

test('a writer that holds the spot and a failing payment wait for each other in one direction only', async () => {
  const { id, event } = await runner();
  const { record } = newOffice();
  const started = Date.now();
  const failing = await database.postgres.transaction(async (writer) => {
    await writer.query(`SELECT 1 FROM spot WHERE event_id = $1 FOR NO KEY UPDATE`, [event]);
    const settling = record([settlement(id, 'failed')]);
    await eventually(async () => (await lockWaiters()) === 1);
    // The same spot once more, as when memcached dealt it twice: this waits for whoever changes the live row.
    await writer.query(
      `INSERT INTO registration (id, event_id, person, outcome, live, spot, block, number, via)
       SELECT $2, event_id, 'bob', 'confirmed', true, number, block, number, 'block' FROM spot WHERE event_id = $1
       ON CONFLICT DO NOTHING`,
      [event, newRegistration()],
    );
    return { settling };
  });
  await failing.settling;
  // A deadlock would have been found after a second.
  expect(Date.now() - started).toBeLessThan(900);
  expect(await payment(id)).toMatchObject({ state: 'failed' });
});
