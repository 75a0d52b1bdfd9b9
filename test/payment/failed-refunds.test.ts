import { readFileSync } from 'node:fs';
import { type FreshDatabase, freshDatabase } from '../support/postgres/database';
import { paidGroup, paymentOf, refundOrdersOf } from '../support/races/paid-group';
import { paidMove } from '../support/races/paid-move';
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

const runbook = readFileSync('docs/runbook.md', 'utf8');
const [, question = ''] = /`(SELECT p\.registration_id, sum\([^`]*)`/.exec(runbook) ?? [];
const [, answer = ''] = /`(WITH paid AS \(UPDATE payment[^`]*)`/.exec(runbook) ?? [];

const deliver = (...bodies: readonly object[]) => offices.deliver(...bodies);

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

test('is owed, too, where a refund by hand came back that an order has counted, and no refund of ours is known', async () => {
  const { id } = await offices.runner({ refund: 3750 });
  const byHand = { ...failure(id), amount: 4000, sent: 0 };
  // The order is on its way: it will give the money back.
  expect(await deliver(byHand)).toEqual([]);
  expect(await rowOf(id)).toMatchObject({ state: 'captured', refund_failed: null });
  await deliver(settlement(id, 'refunded', { amount: 3750, byHand: 3750 }));
  for (let time = 0; time < 2; time++) expect(await deliver(byHand)).toEqual([]);
  expect(await rowOf(id)).toMatchObject({ state: 'refunded', refund_failed: expect.any(String) });
  const noted = await offices.sql(`SELECT detail FROM audit WHERE registration_id = $1 AND action = 'refund-failed'`, [
    id,
  ]);
  expect(noted).toMatchObject([{ detail: { amount: 3750 } }]);
  // Where no refund is wanted, nobody is owed anything.
  const other = await offices.runner();
  expect(await deliver(settlement(other.id, 'captured'), { ...failure(other.id), amount: 4000, sent: 0 })).toEqual([]);
  expect(await rowOf(other.id)).toEqual({ state: 'captured', refund_failed: null });
});

test('is nobody’s news where no refund is wanted, and holds up nothing beside it', async () => {
  const [kept, other] = [await offices.runner(), await offices.runner()];
  const stranger = '01890000-0000-7000-8000-00000000dead';
  expect(await deliver(failure(kept.id), failure(stranger), settlement(other.id, 'captured'))).toEqual([]);
  expect(await rowOf(kept.id)).toEqual({ state: 'authorised', refund_failed: null });
  expect(await rowOf(other.id)).toMatchObject({ state: 'captured' });
  expect(await offices.audit(kept.event)).toEqual([]);
});

test('the statement of the runbook names a runner who is owed what they paid to move to a dearer event', async () => {
  const { lead } = await paidGroup(database.postgres, 1);
  const payer = await paidMove(database.postgres, lead);
  await offices.sql(`UPDATE payment SET wanted = 'refund', refund = 1500 WHERE registration_id = $1`, [payer]);
  const [amount, authorisation] = [1500, `pi_${payer}`];
  await deliver(settlement(payer, 'refunded', { amount, authorisation }));
  await deliver({ ...failure(payer), amount, authorisation });
  const owed = await offices.sql<{ registration_id: string }>(question);
  expect(owed.filter(({ registration_id }) => registration_id === payer)).toMatchObject([
    { owed: 1500, runner: { lastName: 'Test' } },
  ]);
});

describe('of several who were registered by one payment', () => {
  /** Two of three cancelled, and get 3600 cents each. */
  const twoCancelled = async () => {
    const one = await paidGroup(database.postgres, 3);
    const { lead } = one;
    await offices.sql(
      `UPDATE payment SET wanted = 'refund', refund = 7200, refund_ordered = 3600 WHERE registration_id = $1`,
      [lead],
    );
    const authorisation = `pi_${lead}`;
    const back = (amount: number) => settlement(lead, 'refunded', { amount, authorisation });
    const lost = (change: object) => ({ ...failure(lead), authorisation, ...change });
    const owed = async () => (await offices.audit(one.race.eventId)).map(({ detail }) => Object(detail).amount);
    return { one, lead, back, lost, owed };
  };

  test('one refund came back while the other stands: that is noted, once, and only that is owed', async () => {
    const { one, lead, back, lost, owed } = await twoCancelled();
    await deliver(back(3600));
    await deliver(back(7200));
    const news = lost({ amount: 3600, sent: 7200, standing: 3600 });
    expect(await deliver(news, news)).toEqual([]);
    expect(await deliver(news)).toEqual([]);
    expect(await owed()).toEqual([3600]);
    expect(await rowOf(lead)).toMatchObject({ state: 'refunded', refund_failed: 'failed: lost_or_stolen_card' });
    expect(await paymentOf(database.postgres, one)).toMatchObject({ state: 'refunded', refunded: 7200 });
  });

  test('the other comes back, too, after somebody has paid the first by hand: it is owed again', async () => {
    const { lead, back, lost, owed } = await twoCancelled();
    const listed = async () =>
      (await offices.sql<{ registration_id: string; owed: number }>(question)).flatMap(
        ({ registration_id, owed: sum }) => (registration_id === lead ? Number(sum) : []),
      );
    await deliver(back(3600));
    await deliver(back(7200));
    await deliver(lost({ amount: 3600, sent: 7200, standing: 3600 }));
    expect(await listed()).toEqual([3600]);
    await offices.sql(
      answer.replace("registration_id = '…'", `registration_id = '${lead}'`).replace("'amount', …", "'amount', 3600"),
    );
    expect(await listed()).toEqual([]);
    await deliver(lost({ amount: 3600, sent: 7200, standing: 3600 }));
    const paidAt = () => offices.sql('SELECT refund_paid_at FROM payment WHERE registration_id = $1', [lead]);
    expect(await paidAt()).toEqual([{ refund_paid_at: expect.any(Date) }]);
    await deliver(lost({ amount: 7200 }));
    expect(await paidAt()).toEqual([{ refund_paid_at: null }]);
    expect(await listed()).toEqual([3600]);
    expect(await owed()).toEqual([3600, 3600, 3600]);
  });

  test('what comes back before anybody wrote that it went is noted, and does not hold up the money of the other', async () => {
    const { one, lost, owed } = await twoCancelled();
    expect(await deliver(lost({ amount: 3600 }))).toEqual([]);
    expect(await owed()).toEqual([3600]);
    expect(await paymentOf(database.postgres, one)).toMatchObject({ state: 'captured', refunded: 3600 });
    expect(await refundOrdersOf(database.postgres, one)).toMatchObject([{ before: 3600, amount: 7200 }]);
  });

  test('what somebody made up for by hand at the processor is owed to nobody', async () => {
    const { back, lost, owed } = await twoCancelled();
    await deliver(back(3600));
    await deliver(lost({ amount: 3600, standing: 3600 }));
    expect(await owed()).toEqual([]);
  });
});
