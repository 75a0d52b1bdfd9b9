import { PostgresFailedRefunds } from '../../lambdas/payment/postgres-failed-refunds';
import { settlementWorker } from '../../lambdas/payment/settlement-worker';
import { type FreshDatabase, freshDatabase } from '../support/database';
import { type Offices, openOffices, settlement } from './support/office';

let database: FreshDatabase;
let offices: Offices;
beforeAll(async () => {
  database = await freshDatabase();
  offices = await openOffices(database.postgres);
});
afterAll(() => database.close());
beforeEach(() => void jest.spyOn(console, 'error').mockImplementation());
afterEach(() => jest.restoreAllMocks());

const failure = (registrationId: string, reason = 'failed: lost_or_stolen_card') => ({
  registrationId,
  state: 'refund-failed',
  amount: 5000,
  currency: 'EUR',
  authorisation: 'pi_1',
  reason,
});

/** What the queue brings in one batch; the messages that come again. */
const deliver = async (...bodies: readonly object[]) => {
  const worker = settlementWorker(offices.newOffice().record, new PostgresFailedRefunds(database.postgres));
  const Records = bodies.map((body, index) => ({
    messageId: `m${index}`,
    body: JSON.stringify(body),
    attributes: { ApproximateReceiveCount: '1' },
  }));
  return (await worker(Object({ Records }))).batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
};

const rowOf = async (id: string) =>
  (await offices.sql('SELECT state, refund_failed FROM payment WHERE registration_id = $1', [id]))[0];

test('is noted once, with who is owed how much and why, however often the bank’s news comes', async () => {
  const { id, event } = await offices.runner({ refund: 5000 });
  expect(await deliver(settlement(id, 'refunded', { amount: 5000 }))).toEqual([]);
  expect(await deliver(failure(id), failure(id), failure(id, 'another word for it'))).toEqual([]);
  expect(await deliver(failure(id))).toEqual([]);
  expect(await rowOf(id)).toEqual({ state: 'refunded', refund_failed: expect.any(String) });
  expect(await offices.audit(event)).toMatchObject([
    { actor: 'system', action: 'refund-failed', registration_id: id, detail: { amount: 5000, currency: 'EUR' } },
  ]);
});

test('is noted before the refund itself is written, too, and stays noted', async () => {
  const { id } = await offices.runner({ refund: 5000 });
  await deliver(failure(id));
  expect(await deliver(settlement(id, 'refunded', { amount: 5000 }))).toEqual([]);
  expect(await rowOf(id)).toEqual({ state: 'refunded', refund_failed: 'failed: lost_or_stolen_card' });
});

test('is nobody’s news where no refund is wanted, and holds up nothing beside it', async () => {
  const [kept, other] = [await offices.runner(), await offices.runner()];
  const stranger = '01890000-0000-7000-8000-00000000dead';
  expect(await deliver(failure(kept.id), failure(stranger), settlement(other.id, 'captured'))).toEqual([]);
  expect(await rowOf(kept.id)).toEqual({ state: 'authorised', refund_failed: null });
  expect(await rowOf(other.id)).toMatchObject({ state: 'captured' });
  expect(await offices.audit(kept.event)).toEqual([]);
});
