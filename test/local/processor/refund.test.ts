import { join } from 'node:path';
import { IdempotentRequests } from '../../../local/processor/idempotent-requests';
import { Journal } from '../../../local/processor/journal';
import { Store } from '../../../local/processor/store';
import { charge, keys, newRegistration, openShop, type Shop, soon } from '../../payment/support/shop';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const ask = async (path: string, form?: Record<string, string>, key?: string, bearer = keys.secretKey) => {
  const answer = await fetch(`${shop.url}${path}`, {
    method: form ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${bearer}`, ...(key && { 'idempotency-key': key }) },
    ...(form && { body: new URLSearchParams(form) }),
  });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
};
const refund = (intent: string, form: Record<string, string> = {}, key?: string) =>
  ask('/v1/refunds', { payment_intent: intent, ...form }, key);

const authorised = async (card = 'pm_card_visa'): Promise<string> => {
  const answer = await shop.processor.authorise({ ...charge(), paymentMethod: card }, soon());
  if (answer.kind !== 'authorised') throw new Error('The card was not authorised.');
  return answer.authorisation;
};
const captured = async (card?: string): Promise<string> => {
  const intent = await authorised(card);
  await ask(`/v1/payment_intents/${intent}/capture`, {});
  return intent;
};

test('all of it, as Stripe shows it', async () => {
  const intent = await captured();
  const { status, body } = await refund(intent, { 'metadata[registration_id]': 'r', reason: 'requested_by_customer' });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    id: expect.stringMatching(/^re_/),
    object: 'refund',
    amount: 7500,
    currency: 'eur',
    payment_intent: intent,
    metadata: { registration_id: 'r' },
    reason: 'requested_by_customer',
    status: 'succeeded',
  });
  expect((await ask(`/v1/refunds/${body.id}`)).body).toEqual(body);
  expect((await ask(`/v1/payment_intents/${intent}`)).body.status).toBe('succeeded');
});

test('piece by piece, and never more than was taken', async () => {
  const intent = await captured();
  expect((await refund(intent, { amount: '7000' })).status).toBe(200);
  expect(await refund(intent, { amount: '501' })).toMatchObject({
    status: 400,
    body: { error: { type: 'invalid_request_error', code: 'amount_too_large', param: 'amount' } },
  });
  expect((await refund(intent)).body.amount).toBe(500);
  expect(await refund(intent)).toMatchObject({ status: 400, body: { error: { code: 'charge_already_refunded' } } });
  expect((await shop.refundsOf(intent)).map(({ amount }) => amount)).toEqual([500, 7000]);
});

test('of what was taken, not of what was held', async () => {
  const intent = await authorised();
  await ask(`/v1/payment_intents/${intent}/capture`, { amount_to_capture: '3000' });
  expect((await refund(intent, { amount: '3001' })).status).toBe(400);
  expect((await refund(intent)).body.amount).toBe(3000);
});

test('many at once get no more than there is', async () => {
  const intent = await captured();
  const answers = await Promise.all(Array.from({ length: 10 }, () => refund(intent, { amount: '2500' })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
});

test('two in the same instant get no more than there is', async () => {
  const store = new Store();
  const journal = await Journal.open(join(shop.dataDir, 'instant.jsonl'), (entry) => store.apply(entry));
  const requests = new IdempotentRequests({ store, journal, tell: () => undefined, delayScale: 0 });
  const paid = { id: 'pi_1', created: 0, amount: 100, currency: 'eur', capture: 'manual', metadata: {} } as const;
  store.apply({ at: 0, status: 200, intent: { ...paid, status: 'succeeded', received: 100 } });
  const order = { path: '/v1/refunds', body: '', form: new Map([['payment_intent', 'pi_1']]), key: undefined };
  const answers = await Promise.allSettled([requests.createRefund(order), requests.createRefund(order)]);
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  await journal.close();
});

test('once for each idempotency key', async () => {
  const [intent, key] = [await captured(), newRegistration()];
  const first = await refund(intent, { amount: '1000' }, key);
  const second = await refund(intent, { amount: '1000' }, key);
  expect(second.body).toEqual(first.body);
  expect(second.headers.get('idempotent-replayed')).toBe('true');
  expect(await refund(intent, { amount: '2000' }, key)).toMatchObject({
    status: 400,
    body: { error: { type: 'idempotency_error' } },
  });
  expect(await shop.refundsOf(intent)).toHaveLength(1);
});

test('nothing of what was never taken, of nobody, or by a browser', async () => {
  expect(await refund(await authorised())).toMatchObject({
    status: 400,
    body: { error: { message: expect.stringContaining('does not have a successful charge to refund') } },
  });
  expect((await refund('pi_nobody')).status).toBe(404);
  expect((await ask('/v1/refunds?payment_intent=pi_nobody')).status).toBe(404);
  expect((await ask('/v1/refunds/re_nobody')).status).toBe(404);
  const intent = await captured();
  expect((await ask('/v1/refunds', { payment_intent: intent }, undefined, keys.publishableKey)).status).toBe(401);
  expect((await refund(intent, { amounts: '1' })).status).toBe(400);
});

test('a refund that failed gave nothing back, one that is pending did', async () => {
  const [failing, slow] = [await captured('pm_card_refundFail'), await captured('pm_card_pendingRefund')];
  expect((await refund(failing)).body).toMatchObject({
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
  });
  expect((await refund(failing)).status).toBe(200);
  expect((await refund(slow)).body.status).toBe('pending');
  expect((await refund(slow)).status).toBe(400);
});

test('lists what was given back, newest first, page by page', async () => {
  const intent = await captured();
  const made: string[] = [];
  for (let n = 0; n < 5; n++) made.unshift((await refund(intent, { amount: '10' })).body.id);
  const first = await ask(`/v1/refunds?payment_intent=${intent}&limit=3`);
  expect(first.body).toMatchObject({ object: 'list', has_more: true });
  const second = await ask(`/v1/refunds?payment_intent=${intent}&limit=3&starting_after=${first.body.data[2].id}`);
  expect(second.body.has_more).toBe(false);
  const ids = [...first.body.data, ...second.body.data].map(({ id }: { id: string }) => id);
  expect(ids).toEqual(made);
  expect((await ask('/v1/refunds?limit=1')).body.data).toMatchObject([{ id: made[0] }]);
  const inAMinute = Math.floor(Date.now() / 1000) + 60;
  expect((await ask(`/v1/refunds?created[gte]=${inAMinute}`)).body.data).toEqual([]);
  expect((await ask(`/v1/refunds?created[lt]=${inAMinute}&limit=1`)).body.data).toMatchObject([{ id: made[0] }]);
});

test('is still known after a restart, and so is its key', async () => {
  const [intent, key] = [await captured(), newRegistration()];
  const { body } = await refund(intent, { amount: '7500' }, key);
  await shop.stop();
  await shop.start();
  expect((await refund(intent, { amount: '7500' }, key)).body).toEqual(body);
  expect(await refund(intent)).toMatchObject({ body: { error: { code: 'charge_already_refunded' } } });
});
