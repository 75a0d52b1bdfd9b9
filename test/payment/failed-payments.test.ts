import { randomUUID } from 'node:crypto';
import { lockEvent } from '../../lambdas/ledger/event-sql';
import { administer } from '../../local/services/postgres-server';
import { type FreshDatabase, freshDatabase } from '../support/postgres/database';
import { until } from '../support/until';
import { type Offices, openOffices, settlement } from './support/office';
import { newRegistration } from './support/shop';

let database: FreshDatabase;
let offices: Offices;
beforeAll(async () => {
  database = await freshDatabase();
  // A deadlock must end as an error when the statement's time is over, and not be retried before that.
  const name = new URL(database.url).pathname.slice(1);
  await administer(database.superuserUrl, [`ALTER DATABASE ${name} SET deadlock_timeout TO '30s'`]);
  offices = await openOffices(database.postgres);
});
afterAll(() => database.close());
beforeEach(() => offices.sql(`DELETE FROM outbox`));

test('a payment that failed gives the spot to the next runner, and says so', async () => {
  const { id, event } = await offices.runner();
  const { record, templates } = offices.newOffice();
  await record([settlement(id, 'failed', { reason: 'expired' })]);
  expect(templates()).toEqual(['payment-failed']);
  expect(
    await offices.sql(`SELECT live, spot, block, outcome, number, ended FROM registration WHERE id = $1`, [id]),
  ).toEqual([{ live: false, spot: null, block: null, outcome: 'confirmed', number: 1, ended: 'payment-failed' }]);
  expect(await offices.audit(event)).toEqual([
    { actor: 'system', action: 'payment-failed', registration_id: id, detail: { spot: 1, reason: 'expired' } },
  ]);
  expect(await offices.sql(`SELECT number FROM spot WHERE event_id = $1 AND block IS NULL`, [event])).toEqual([
    { number: 1 },
  ]);
  await record([settlement(id, 'failed')]);
  expect(templates()).toEqual(['payment-failed']);
  expect(await offices.audit(event)).toHaveLength(1);
});

test('the spot goes to somebody who waits for it, in the same moment, and their mail leaves at once', async () => {
  const [first, second] = [await offices.runner(), await offices.runner()];
  const [bob, cyd] = [await offices.waiter(first.event, 'bob'), await offices.waiter(first.event, 'cyd')];
  const { record, mails } = offices.newOffice();
  await record([settlement(first.id, 'failed'), settlement(second.id, 'failed')]);
  expect(mails.map(({ body }) => body)).toContainEqual({ registrationId: bob, template: 'offer', generation: 1 });
  expect(mails).toHaveLength(3);
  expect(await offices.waiting()).toBe(0);
  expect(
    await offices.sql(`SELECT b.owner, b.numbers FROM spot s JOIN block b ON b.id = s.block WHERE s.event_id = $1`, [
      first.event,
    ]),
  ).toEqual([{ owner: 'bob', numbers: [1] }]);
  expect(
    await offices.sql(`SELECT id, state FROM waiting WHERE event_id = $1 ORDER BY position`, [first.event]),
  ).toEqual([
    { id: bob, state: 'offered' },
    { id: cyd, state: 'waiting' },
  ]);
  expect((await offices.audit(first.event)).map(({ action }) => action)).toEqual(['payment-failed', 'offered']);
  expect(
    await offices.sql(`SELECT number FROM spot WHERE event_id = $1 AND block IS NULL`, [second.event]),
  ).toHaveLength(1);
});

test('a cut that is just asking whether anybody waits is not overtaken', async () => {
  const { id, event } = await offices.runner();
  const { record } = offices.newOffice();
  const failing = await database.postgres.transaction(async (cut) => {
    await cut.query(lockEvent, [event]);
    const settling = record([settlement(id, 'failed')]);
    await until(async () => (await offices.lockWaiters()) === 1);
    // The spot is not held meanwhile: a writer of the event may take it.
    await cut.query(`SELECT 1 FROM spot WHERE event_id = $1 FOR UPDATE NOWAIT`, [event]);
    return { settling };
  });
  await failing.settling;
  expect(await offices.payment(id)).toMatchObject({ state: 'failed' });
});

test('a runner who cancels at this moment and a failing payment wait for each other in one direction only', async () => {
  const { id, event } = await offices.runner();
  const { id: other } = await offices.runner({ refund: 1 });
  const failing = await database.postgres.transaction(async (cancelling) => {
    await cancelling.query(`SELECT 1 FROM payment WHERE registration_id = $1 FOR NO KEY UPDATE`, [other]);
    const settling = offices.newOffice().record([settlement(id, 'failed'), settlement(other, 'captured')]);
    await until(async () => (await offices.lockWaiters()) === 1);
    await cancelling.query(lockEvent, [event]);
    return { settling };
  });
  expect(await failing.settling).toEqual([]);
});

test('of two failures of two events in two batches, neither waits for the other in a circle', async () => {
  const [one, two] = [await offices.runner(), await offices.runner()];
  const batches = [
    [one, two],
    [two, one],
  ].map((batch) => offices.newOffice().record(batch.map(({ id }) => settlement(id, 'failed'))));
  expect(await Promise.all(batches)).toEqual([[], []]);
  for (const { event } of [one, two]) expect(await offices.audit(event)).toHaveLength(1);
});

test('an authorisation that expired at the processor is a failed payment', async () => {
  const { id, event } = await offices.runner();
  await offices.newOffice().record([settlement(id, 'voided', { reason: 'webhook' })]);
  expect(await offices.payment(id)).toMatchObject({ state: 'failed' });
  expect(await offices.sql(`SELECT number FROM spot WHERE event_id = $1 AND block IS NULL`, [event])).toHaveLength(1);
});

test('a late failure does not take a spot that somebody else has by now', async () => {
  const { id, event } = await offices.runner();
  const { record } = offices.newOffice();
  await record([settlement(id, 'failed')]);
  const block = randomUUID();
  await offices.sql(`UPDATE spot SET block = $2 WHERE event_id = $1`, [event, block]);
  await offices.sql(
    `INSERT INTO registration (id, event_id, person, outcome, live, spot, block, number, via) VALUES ($1, $2, 'bob', 'confirmed', true, 1, $3, 1, 'block')`,
    [newRegistration(), event, block],
  );
  await record([settlement(id, 'failed'), settlement(id, 'voided')]);
  expect(await offices.sql(`SELECT person FROM registration WHERE event_id = $1 AND live`, [event])).toEqual([
    { person: 'bob' },
  ]);
});

test('a writer that holds the spot and a failing payment wait for each other in one direction only', async () => {
  const { id, event } = await offices.runner();
  const { record } = offices.newOffice();
  const failing = await database.postgres.transaction(async (writer) => {
    await writer.query(`SELECT 1 FROM spot WHERE event_id = $1 FOR NO KEY UPDATE`, [event]);
    const settling = record([settlement(id, 'failed')]);
    await until(async () => (await offices.lockWaiters()) === 1);
    // The same spot again, as when memcached dealt it twice: this waits for the transaction that changes the live row.
    await writer.query(
      `INSERT INTO registration (id, event_id, person, outcome, live, spot, block, number, via)
       SELECT $2, event_id, 'bob', 'confirmed', true, number, block, number, 'block' FROM spot WHERE event_id = $1
       ON CONFLICT DO NOTHING`,
      [event, newRegistration()],
    );
    return { settling };
  });
  await failing.settling;
  expect(await offices.payment(id)).toMatchObject({ state: 'failed' });
});
