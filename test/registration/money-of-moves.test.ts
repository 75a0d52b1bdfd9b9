import { PostgresProjection } from '../../lambdas/participants/postgres-projection';
import { PostgresFailedRefunds } from '../../lambdas/payment/reconcile/postgres-failed-refunds';
import { PostgresSales } from '../../lambdas/sales/postgres-sales';
import { stuckPayments } from '../../lambdas/watch/books-sql';
import { administer } from '../../local/services/postgres-server';
import { openPaidMoves } from '../support/races/paid-moves';

const { made, move, addEvent, offered, pays, refundsOf, idIn, settled, charged, expectBooksInOrder } = openPaidMoves();

const stuckFor = async (seconds: number) =>
  (await made.query<{ registration_id: string }>(stuckPayments, [seconds, 1000])).map((row) => row.registration_id);

test('a difference that is refunded in two steps is no contradiction, however often a step is reported', async () => {
  const { race, there, registrationId, paid } = await charged();
  const between = await addEvent(race, { price: 5500 });
  expect(await move({ registrationId, eventId: between.eventId })).toMatchObject({ refund: 500 });
  expect((await settled(idIn(paid), 'refunded', 500)).contradictions).toEqual([]);
  expect(await move({ registrationId, eventId: race.eventId })).toMatchObject({ refund: 1000 });
  expect(await refundsOf(idIn(paid))).toEqual([500, 1500]);
  // The queue delivers the first one once more, before the second and after it.
  for (const amount of [500, 1500, 500, 1500])
    expect((await settled(idIn(paid), 'refunded', amount)).contradictions).toEqual([]);
  const rows = await made.query('SELECT state, refund, refunded FROM payment WHERE registration_id = $1', [idIn(paid)]);
  expect(rows).toEqual([{ state: 'refunded', refund: 1500, refunded: 1500 }]);
  await expectBooksInOrder(race, there, between);
});

test('a refund that was ordered a moment ago is not stuck, whatever event its runner was moved to', async () => {
  const { race, registrationId, paid } = await charged();
  // They paid an hour ago.
  await administer(made.superuserUrl, [
    "UPDATE registration SET recorded_at = recorded_at - interval '1 hour'",
    "UPDATE audit SET at = at - interval '1 hour'",
  ]);
  await move({ registrationId, eventId: race.eventId });
  expect(await refundsOf(idIn(paid))).toEqual([1500]);
  expect(await stuckFor(1800)).not.toContain(idIn(paid));
  expect(await stuckFor(0)).toContain(idIn(paid));
});

test('the list of participants says of a runner what becomes of all that they paid, and of what they are owed', async () => {
  const { race, registrationId, paying } = await offered();
  const paid = paying();
  await pays(paid);
  const projection = new PostgresProjection(made.postgres, { seconds: 0, openingSeconds: 0, overlapSeconds: 0 });
  const shown = async () => {
    await projection.catchUp(race.raceId);
    const rows = await made.query('SELECT payment FROM participant WHERE registration_id = $1', [registrationId]);
    return rows[0]?.payment;
  };
  expect(await shown()).toBe('authorised');
  await settled(idIn(paid), 'captured');
  expect(await shown()).toBe('captured');
  await made.changes.cancel(registrationId, 'director', { percent: 100 });
  await made.query(`UPDATE payment SET state = 'refunded', refunded = refund WHERE registration_id = $1`, [
    registrationId,
  ]);
  expect(await shown()).toBe('refunding');
  await settled(idIn(paid), 'refunded');
  expect(await shown()).toBe('refunded');
  const failure = { registrationId: idIn(paid), state: 'refund-failed', authorisation: `pi_${idIn(paid)}` } as const;
  await new PostgresFailedRefunds(made.postgres).note([
    { ...failure, amount: 1500, currency: 'EUR', reason: 'closed account' },
  ]);
  expect(await shown()).toBe('refund-failed');
});

test('a runner who paid to be moved did not come from the waiting list', async () => {
  const { race } = await charged();
  const sales = new PostgresSales(made.postgres, { get: async () => undefined });
  expect((await sales.read(race.raceId, 'all'))?.sources).toEqual({ sale: 2, list: 0, passedOn: 0 });
});
