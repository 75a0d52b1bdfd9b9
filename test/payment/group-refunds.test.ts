import { uuid7 } from '../../lambdas/platform/uuid';
import { PostgresRecords } from '../../lambdas/registration/show/postgres-records';
import { openChanges } from '../support/races/changed-race';
import { type PaidGroup, paidGroup, paymentOf, refundOrdersOf } from '../support/races/paid-group';
import { submissionFor } from '../support/races/race';
import { until } from '../support/until';
import { type Offices, openOffices, settlement } from './support/office';

const made = openChanges();
let offices: Offices;
beforeAll(async () => {
  offices = await openOffices(made.postgres);
});

const group = (size: number, wish?: Parameters<typeof paidGroup>[2]) => paidGroup(made.postgres, size, wish);
const books = (one: PaidGroup) => paymentOf(made.postgres, one);
const orders = async (one: PaidGroup) =>
  (await refundOrdersOf(made.postgres, one)).map(({ amount, before = 0 }) => `${before} to ${amount}`);
const cancel = (id: string | undefined) => made.changes.cancel(id ?? '', 'runner');
const wentBack = ({ lead }: PaidGroup, amount: number) =>
  offices.newOffice().record([settlement(lead, 'refunded', { amount, authorisation: `pi_${lead}` })]);
const statusOf = (id: string | undefined) => new PostgresRecords(made.postgres).find(id ?? '');

test('each of them who cancels gets their share back, and the others stay in', async () => {
  const one = await group(3);
  const [lead, second, third] = one.ids;
  expect(await cancel(second)).toMatchObject({ kind: 'cancelled', refund: 3600 });
  expect(await refundOrdersOf(made.postgres, one)).toEqual([
    { registrationId: lead, action: 'refund', authorisation: `pi_${lead}`, amount: 3600, currency: 'EUR' },
  ]);
  expect(await made.sellable(one.race)).toEqual([2]);
  expect(await wentBack(one, 3600)).toEqual([]);
  expect(await books(one)).toMatchObject({ state: 'refunded', refund: 3600, refunded: 3600 });
  expect(await statusOf(second)).toMatchObject({ ended: 'cancelled', refund: 3600, amount: 4500 });
  for (const id of [lead, third]) {
    const status = await statusOf(id);
    expect(status).toMatchObject({ payment: 'captured', amount: 4500 });
    expect([status?.ended, status?.refund]).toEqual([undefined, undefined]);
  }
});

test('somebody who cancels after the money of another went back gets theirs, too: the order names the sum before and after', async () => {
  const one = await group(2);
  await cancel(one.ids[1]);
  await wentBack(one, 3600);
  expect(await cancel(one.lead)).toMatchObject({ refund: 3600 });
  expect(await books(one)).toMatchObject({ state: 'captured', refund: 7200, refunded: 3600, refund_ordered: null });
  expect(await orders(one)).toEqual(['0 to 3600', '3600 to 7200']);
  await wentBack(one, 7200);
  expect(await books(one)).toMatchObject({ state: 'refunded', refunded: 7200 });
});

test('somebody who cancels while a refund is on its way waits for it: the settlement of the one orders the rest', async () => {
  const one = await group(4);
  for (const id of one.ids.slice(1)) expect(await cancel(id)).toMatchObject({ kind: 'cancelled', refund: 3600 });
  expect(await orders(one)).toEqual(['0 to 3600']);
  expect(await books(one)).toMatchObject({ state: 'captured', refund: 10800, refunded: 0, refund_ordered: 3600 });
  expect(await wentBack(one, 3600)).toEqual([]);
  expect(await books(one)).toMatchObject({ state: 'captured', refunded: 3600, refund_ordered: null });
  expect(await orders(one)).toEqual(['0 to 3600', '3600 to 10800']);
  const [, rest] = await refundOrdersOf(made.postgres, one);
  expect(rest).toEqual({
    registrationId: one.lead,
    action: 'refund',
    authorisation: `pi_${one.lead}`,
    amount: 10800,
    before: 3600,
    currency: 'EUR',
  });
  expect(await wentBack(one, 10800)).toEqual([]);
  expect(await books(one)).toMatchObject({ state: 'refunded', refunded: 10800 });
  expect(await orders(one)).toHaveLength(2);
});

test('of two who cancel at the same moment both get theirs, by one order after the other', async () => {
  const one = await group(3);
  const both = one.ids.slice(1);
  const cancelling = await made.postgres.transaction(async (other) => {
    await other.query('SELECT 1 FROM payment WHERE registration_id = $1 FOR UPDATE', [one.lead]);
    const all = Promise.all(both.map(cancel));
    await until(async () => (await made.lockWaiters()) === 2);
    return { all };
  });
  expect(await cancelling.all).toMatchObject(both.map(() => ({ kind: 'cancelled', refund: 3600 })));
  expect(await orders(one)).toEqual(['0 to 3600']);
  expect(await books(one)).toMatchObject({ refund: 7200, refund_ordered: 3600 });
  expect(await made.sellable(one.race)).toEqual([2, 3]);
});

test('asked again, each is told what is theirs, and nothing is done twice', async () => {
  const one = await group(2);
  const answers = await Promise.all([one.ids[1], one.ids[1], one.lead, one.lead].map(cancel));
  expect(answers).toMatchObject(answers.map(() => ({ kind: 'cancelled', refund: 3600 })));
  expect(await books(one)).toMatchObject({ refund: 7200 });
});

test('the settlement that comes twice, late, or for a step before changes nothing; one nobody ordered is not forgotten', async () => {
  const one = await group(3);
  await cancel(one.ids[1]);
  await cancel(one.ids[2]);
  // The second step has not been ordered yet.
  expect(await wentBack(one, 7200)).toEqual([one.lead]);
  const back = (amount: number) => settlement(one.lead, 'refunded', { amount, authorisation: `pi_${one.lead}` });
  expect(await offices.newOffice().record([back(3600), back(3600)])).toEqual([]);
  await Promise.all([wentBack(one, 3600), wentBack(one, 3600)]);
  expect(await books(one)).toMatchObject({ state: 'captured', refunded: 3600 });
  expect(await orders(one)).toEqual(['0 to 3600', '3600 to 7200']);
  expect(await wentBack(one, 7200)).toEqual([]);
  expect(await wentBack(one, 3600)).toEqual([]);
  expect(await wentBack(one, 7200)).toEqual([]);
  expect(await wentBack(one, 7201)).toEqual([one.lead]);
  expect(await books(one)).toMatchObject({ state: 'refunded', refunded: 7200 });
  expect(await orders(one)).toHaveLength(2);
});

test('news that money was taken comes late, too, and changes nothing', async () => {
  const one = await group(2);
  await cancel(one.ids[1]);
  const captured = settlement(one.lead, 'captured', { amount: one.total, authorisation: `pi_${one.lead}` });
  expect(await offices.newOffice().record([captured])).toEqual([]);
  expect(await books(one)).toMatchObject({ state: 'captured', refunded: 0, refund: 3600 });
});

test('a spot that is passed on keeps its share: its new runner may cancel, and it goes back to the card that paid', async () => {
  const one = await group(2);
  const [lead, second] = one.ids;
  const transferId = uuid7();
  const bea = submissionFor({ raceId: '', eventId: '' }, { id: '', numbers: [0] }, 0, { person: 'bea' }).runner;
  const recipient = { firstName: 'Bea', email: 'bea@example.com' };
  await made.changes.offerTransfer(second ?? '', { transferId, recipient });
  expect(await made.changes.acceptTransfer(transferId, bea, 'w1')).toMatchObject({ kind: 'accepted', number: 2 });
  expect(await statusOf(transferId)).toMatchObject({ takenOver: true, payment: 'captured', amount: 4500 });
  expect(await cancel(transferId)).toMatchObject({ kind: 'cancelled', refund: 3600 });
  expect(await refundOrdersOf(made.postgres, one)).toMatchObject([{ registrationId: lead, amount: 3600 }]);
  await wentBack(one, 3600);
  expect(await statusOf(lead)).toMatchObject({ payment: 'captured' });
  expect(await cancel(lead)).toMatchObject({ refund: 3600 });
  expect(await books(one)).toMatchObject({ refund: 7200, refunded: 3600 });
});

test('the director gives each as much as they say, and nothing where nothing is to go back', async () => {
  const one = await group(3);
  const [lead, second, third] = one.ids;
  expect(await made.changes.cancel(third ?? '', 'director', { percent: 0 })).toMatchObject({ refund: 0 });
  expect(await books(one)).toMatchObject({ wanted: 'capture', refund: null });
  expect(await made.changes.cancel(second ?? '', 'director', { percent: 100 })).toMatchObject({ refund: 4500 });
  await wentBack(one, 4500);
  expect(await made.changes.cancel(lead ?? '', 'director', { percent: 10 })).toMatchObject({ refund: 450 });
  expect(await orders(one)).toEqual(['0 to 4500', '4500 to 4950']);
});

test('a cancellation that fails half-way wants nothing back', async () => {
  const one = await group(2);
  await cancel(one.ids[1]);
  const failing = made.changesWith(async () => Promise.reject(new Error('half-way')));
  await expect(failing.cancel(one.lead, 'runner')).rejects.toThrow('half-way');
  expect(await books(one)).toMatchObject({ refund: 3600, refund_ordered: null });
  expect(await statusOf(one.lead)).toMatchObject({ refund: undefined, ended: undefined });
});

describe('the card of who pays', () => {
  const news = ({ lead, total }: PaidGroup, state: 'captured' | 'failed' | 'voided') =>
    settlement(lead, state, { amount: total, authorisation: `pi_${lead}`, reason: 'expired' });

  test('was charged: each hears it by a mail of their own, once', async () => {
    const one = await group(3, { state: 'authorised' });
    const { record, mails, announced } = offices.newOffice();
    await record([news(one, 'captured'), news(one, 'captured')]);
    await record([news(one, 'captured')]);
    const told = mails.map(({ body }) => [Object(body).template, Object(body).registrationId].join(' '));
    expect(told.sort()).toEqual(one.ids.map((id) => `confirmation ${id}`).sort());
    expect(announced).toEqual([`${one.lead} captured`]);
  });

  test('was not charged: nobody is in, even if a spot was passed on, and each spot is free; who paid is told', async () => {
    const one = await group(3, { state: 'authorised' });
    const heir = uuid7();
    await made.query(
      `WITH old AS (
         UPDATE registration r SET live = false, spot = NULL, block = NULL, ended = 'transferred'
         FROM registration was WHERE was.id = r.id AND r.id = $1 RETURNING was.*
       )
       INSERT INTO registration (id, event_id, person, outcome, live, spot, block, number, via, paid_as, share)
       SELECT $2, event_id, 'heir', 'confirmed', true, spot, block, spot, 'transfer', paid_as, share FROM old`,
      [one.ids[2], heir],
    );
    const { record, mails } = offices.newOffice();
    expect(await record([news(one, 'failed')])).toEqual([]);
    expect(mails.map(({ body }) => body)).toEqual([
      { registrationId: one.lead, template: 'payment-failed', generation: 1 },
    ]);
    expect(await made.sellable(one.race)).toEqual([1, 2, 3]);
    const rows = await made.query<{ ended: string; live: boolean }>(
      'SELECT id, ended, live FROM registration WHERE event_id = $1 ORDER BY number, id',
      [one.race.eventId],
    );
    expect(rows.filter(({ live }) => live)).toEqual([]);
    const failed = [one.ids[0], one.ids[1], heir];
    expect(rows.filter(({ ended }) => ended === 'payment-failed')).toHaveLength(3);
    const audit = await offices.audit(one.race.eventId);
    expect(audit.map(({ action, registration_id, detail }) => [action, registration_id, detail])).toEqual(
      failed.map((id, n) => ['payment-failed', id, { spot: n + 1, reason: 'expired' }]),
    );
    await record([news(one, 'failed'), news(one, 'voided')]);
    expect(await offices.audit(one.race.eventId)).toHaveLength(3);
  });

  test('is being charged: nobody of them can cancel', async () => {
    const one = await group(2, { state: 'authorised' });
    for (const id of one.ids) expect(await cancel(id)).toEqual({ kind: 'settling' });
  });
});
