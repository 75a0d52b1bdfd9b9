import type { StripeHttp, StripeRequest } from '../../../lambdas/payment/stripe/call';
import { stripeProcessor } from '../../../lambdas/payment/stripe/processor';
import { charge, newRegistration, openShop, type Shop, soon } from '../support/shop';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
afterEach(() => jest.useRealTimers());

/** A runner who paid 75 euros with a given card. */
const paid = async (card = 'pm_card_visa', at = shop) => {
  const id = newRegistration();
  const answer = await at.processor.authorise({ ...charge(id), paymentMethod: card }, soon());
  if (answer.kind !== 'authorised') throw new Error('The card was not authorised.');
  await at.processor.capture(answer.authorisation, charge(id));
  return { id, authorisation: answer.authorisation };
};
const some = (id: string, amount = 5000) => ({ ...charge(id), amount });

/** The same sandbox behind a proxy that disturbs some requests. */
const through = (http: StripeHttp, attemptMs = 1000) => stripeProcessor({ http, attemptMs, settleMs: 6000 });
const isRefunding = ({ method, path }: StripeRequest): boolean => method === 'POST' && path === '/v1/refunds';

const byHand = (authorisation: string, amount: number) =>
  shop.http(
    { method: 'POST', path: '/v1/refunds', form: { payment_intent: authorisation, amount: String(amount) } },
    1000,
  );

test.each([7500, 5000, 1])('gives back %s of 7500, and not a cent more when told again', async (amount) => {
  const { id, authorisation } = await paid();
  for (let time = 0; time < 3; time++) {
    expect(await shop.processor.refund(authorisation, some(id, amount))).toEqual({ kind: 'refunded' });
  }
  expect(await shop.refundsOf(authorisation)).toMatchObject([{ amount, metadata: { registration_id: id } }]);
});

test('many orders at the same moment give it back once', async () => {
  const { id, authorisation } = await paid();
  const orders = Array.from({ length: 8 }, () => shop.processor.refund(authorisation, some(id, 3000)));
  for (const answer of await Promise.all(orders)) expect(answer).toEqual({ kind: 'refunded' });
  expect(await shop.refundsOf(authorisation)).toHaveLength(1);
});

test('after a day Stripe has forgotten the key, and the half that was given back is still the only one', async () => {
  const { id, authorisation } = await paid();
  await shop.processor.refund(authorisation, some(id, 3000));
  const keyless = through((request, ms) =>
    shop.http({ ...request, ...(request.idempotencyKey && { idempotencyKey: newRegistration() }) }, ms),
  );
  expect(await keyless.refund(authorisation, some(id, 3000))).toEqual({ kind: 'refunded' });
  expect(await shop.refundsOf(authorisation)).toHaveLength(1);
});

test('an answer that got lost is found among the refunds', async () => {
  const { id, authorisation } = await paid();
  const http: StripeHttp = async (request, ms) => {
    const answer = await shop.http(request, ms);
    return isRefunding(request) ? undefined : answer;
  };
  const deaf = stripeProcessor({ http, attemptMs: 1000, settleMs: 2000 });
  expect(await deaf.refund(authorisation, some(id))).toEqual({ kind: 'refunded' });
  expect(await shop.refundsOf(authorisation)).toHaveLength(1);
});

test('a processor that broke before it did anything says so: unknown, and the next order does it', async () => {
  const { id, authorisation } = await paid();
  const broken = through(async (request, ms) =>
    isRefunding(request) ? { status: 500, body: { error: { type: 'api_error' } } } : shop.http(request, ms),
  );
  expect(await broken.refund(authorisation, some(id))).toEqual({ kind: 'unknown' });
  expect(await shop.processor.refund(authorisation, some(id))).toEqual({ kind: 'refunded' });
});

test('a full refund that somebody was faster with is done', async () => {
  const { id, authorisation } = await paid();
  let isFirst = true;
  const late = through(async (request, ms) => {
    if (!isRefunding(request) || !isFirst) return shop.http(request, ms);
    isFirst = false;
    await byHand(authorisation, 7500);
    return shop.http(request, ms);
  });
  expect(await late.refund(authorisation, charge(id))).toEqual({ kind: 'refunded', byHand: 7500 });
});

test('of a percentage, what is left after a refund by hand goes back, and nothing twice', async () => {
  const { id, authorisation } = await paid();
  await byHand(authorisation, 2000);
  const half = { kind: 'refunded', byHand: 2000 };
  const orders = Array.from({ length: 4 }, () => shop.processor.refund(authorisation, some(id, 3750)));
  for (const answer of await Promise.all(orders)) expect(answer).toEqual(half);
  expect(await shop.processor.refund(authorisation, some(id, 3750))).toEqual(half);
  expect((await shop.refundsOf(authorisation)).map(({ amount }) => amount)).toEqual([1750, 2000]);
  // Also after more was given back by hand.
  await byHand(authorisation, 1000);
  expect(await shop.processor.refund(authorisation, some(id, 3750))).toEqual(half);
  expect(await shop.refundsOf(authorisation)).toHaveLength(3);
});

test.each([3750, 5000])('a percentage of which %s went back by hand is done', async (amount) => {
  const { id, authorisation } = await paid();
  await byHand(authorisation, amount);
  expect(await shop.processor.refund(authorisation, some(id, 3750))).toEqual({ kind: 'refunded', byHand: 3750 });
  expect(await shop.refundsOf(authorisation)).toHaveLength(1);
});

test('a refund by hand that the bank sent back is none, and the next one counts', async () => {
  const { id, authorisation } = await paid();
  await byHand(authorisation, 2000);
  await byHand(authorisation, 500);
  const later = through(async (request, ms) => {
    const answer = await shop.http(request, ms);
    if (!request.path.startsWith('/v1/refunds?') || !answer) return answer;
    const { data }: { data: { amount: number }[] } = Object(answer.body);
    return { ...answer, body: { data: data.map((one) => (one.amount === 2000 ? { ...one, status: 'failed' } : one)) } };
  });
  expect(await later.refund(authorisation, some(id, 3750))).toEqual({ kind: 'refunded', byHand: 500 });
  expect((await shop.refundsOf(authorisation)).map(({ amount }) => amount)).toEqual([3250, 500, 2000]);
});

test('after a part was given back by hand, an order for everything gives back what is left, and nothing twice', async () => {
  const { id, authorisation } = await paid();
  await byHand(authorisation, 2000);
  const orders = Array.from({ length: 4 }, () => shop.processor.refund(authorisation, charge(id)));
  for (const answer of await Promise.all(orders)) expect(answer).toEqual({ kind: 'refunded', byHand: 2000 });
  expect(await shop.processor.refund(authorisation, charge(id))).toEqual({ kind: 'refunded', byHand: 2000 });
  expect((await shop.refundsOf(authorisation)).map(({ amount }) => amount)).toEqual([5500, 2000]);
});

test('an order for everything that was refused because a part went back by hand at that moment gives back the rest', async () => {
  const { id, authorisation } = await paid();
  let isFirst = true;
  const late = through(async (request, ms) => {
    if (isRefunding(request) && isFirst) {
      isFirst = false;
      await byHand(authorisation, 2000);
    }
    return shop.http(request, ms);
  });
  expect(await late.refund(authorisation, charge(id))).toMatchObject({ kind: 'failed' });
  expect(await late.refund(authorisation, charge(id))).toEqual({ kind: 'refunded', byHand: 2000 });
  expect((await shop.refundsOf(authorisation)).map(({ amount }) => amount)).toEqual([5500, 2000]);
});

test('once all that was taken went back by hand, an order for a part of it is done', async () => {
  const { id, authorisation } = await paid();
  await byHand(authorisation, 7500);
  expect(await shop.processor.refund(authorisation, some(id, 6000))).toEqual({ kind: 'refunded', byHand: 6000 });
  expect(await shop.refundsOf(authorisation)).toHaveLength(1);
});

test('of what was taken in part, the rest is what is left of that', async () => {
  const id = newRegistration();
  const answer = await shop.processor.authorise({ ...charge(id), paymentMethod: 'pm_card_visa' }, soon());
  if (answer.kind !== 'authorised') throw new Error('The card was not authorised.');
  const { authorisation } = answer;
  await shop.processor.capture(authorisation, { ...some(id, 6000), held: 7500 });
  await byHand(authorisation, 1000);
  expect(await shop.processor.refund(authorisation, some(id, 6000))).toEqual({ kind: 'refunded', byHand: 1000 });
  expect((await shop.refundsOf(authorisation)).map(({ amount }) => amount)).toEqual([5000, 1000]);
});

test('a pending refund is on its way: nothing more is to be done', async () => {
  const { id, authorisation } = await paid('pm_card_pendingRefund');
  expect(await shop.processor.refund(authorisation, some(id))).toEqual({ kind: 'refunded' });
  expect(await shop.processor.refund(authorisation, some(id))).toEqual({ kind: 'refunded' });
  expect(await shop.refundsOf(authorisation)).toMatchObject([{ status: 'pending' }]);
});

test('a refund that the bank sent back has failed, and is not tried again behind the operator’s back', async () => {
  const { id, authorisation } = await paid('pm_card_refundFail');
  const failed = { kind: 'failed', reason: 'the refund was failed: expired_or_canceled_card' };
  expect(await shop.processor.refund(authorisation, some(id))).toEqual(failed);
  expect(await shop.processor.refund(authorisation, some(id))).toEqual(failed);
  expect(await shop.refundsOf(authorisation)).toHaveLength(1);
});

test.each<[string, string]>([
  ['canceled', 'failed'],
  ['failed', 'failed'],
  ['requires_action', 'unknown'],
  ['pending', 'refunded'],
])('a refund that first seemed to succeed and is %s by now: %s', async (status, kind) => {
  const { id, authorisation } = await paid();
  await shop.processor.refund(authorisation, some(id));
  const [made] = await shop.refundsOf(authorisation);
  const later = through(async (request, ms) =>
    request.path.startsWith('/v1/refunds?')
      ? { status: 200, body: { data: [{ ...made, object: 'refund', status }] } }
      : shop.http(request, ms),
  );
  expect(await later.refund(authorisation, some(id))).toMatchObject({ kind });
});

test('money that was never taken cannot be given back, nor more than was taken', async () => {
  const id = newRegistration();
  const answer = await shop.processor.authorise({ ...charge(id), paymentMethod: 'pm_card_visa' }, soon());
  if (answer.kind !== 'authorised') throw new Error('The card was not authorised.');
  expect(await shop.processor.refund(answer.authorisation, charge(id))).toMatchObject({
    kind: 'failed',
    reason: expect.stringContaining('does not have a successful charge'),
  });
  const other = await paid();
  expect(await shop.processor.refund(other.authorisation, some(other.id, 7501))).toMatchObject({
    kind: 'failed',
    reason: expect.stringContaining('amount_too_large'),
  });
  expect(await shop.refundsOf(other.authorisation)).toEqual([]);
});

test('never believes an answer about another payment, another amount or another currency', async () => {
  for (const change of [{ payment_intent: 'pi_other' }, { amount: 1 }, { currency: 'usd' }]) {
    const { id, authorisation } = await paid();
    const wrong = through(async (request, ms) => {
      const answer = await shop.http(request, ms);
      return answer && isRefunding(request) ? { ...answer, body: { ...Object(answer.body), ...change } } : answer;
    });
    const said = wrong.refund(authorisation, some(id)).catch(() => 'thrown');
    expect(await said).not.toEqual({ kind: 'refunded' });
  }
});

test('a processor that does not know the payment is a surprise', async () => {
  await expect(shop.processor.refund('pi_nobody', charge())).rejects.toThrow('would not list refunds of pi_nobody');
});

test('says unknown when its time is over', async () => {
  jest.useFakeTimers();
  const alone = stripeProcessor({ http: async () => undefined, settleMs: 300 });
  let answer: unknown;
  void alone.refund('pi_1', charge()).then((said) => {
    answer = said;
  });
  await jest.advanceTimersByTimeAsync(300);
  expect(answer).toEqual({ kind: 'unknown' });
});

test('says unknown when nobody is there, and does it when somebody is', async () => {
  const dead = await openShop();
  const { id, authorisation } = await paid('pm_card_visa', dead);
  await dead.stop();
  const impatient = stripeProcessor({ http: dead.http, attemptMs: 100, settleMs: 300 });
  expect(await impatient.refund(authorisation, some(id))).toEqual({ kind: 'unknown' });
  await dead.start();
  expect(await dead.processor.refund(authorisation, some(id))).toEqual({ kind: 'refunded' });
  await dead.close();
});

describe('of a payment for several', () => {
  /** The order that brings the refund from one total to the next. */
  const step = (id: string, before: number, amount: number) => ({ ...charge(id), amount, before });
  const amounts = async (authorisation: string) =>
    (await shop.refundsOf(authorisation)).map(({ amount }) => amount).reverse();
  /** The list after the bank has returned some of the refunds. */
  const listWith = (isLost: (metadata: Record<string, string>) => boolean) =>
    through(async (request, ms) => {
      const answer = await shop.http(request, ms);
      if (!request.path.startsWith('/v1/refunds?') || !answer) return answer;
      const { data }: { data: { metadata: Record<string, string> }[] } = Object(answer.body);
      const seen = data.map((one) => (isLost(one.metadata) ? { ...one, status: 'failed' } : one));
      return { ...answer, body: { data: seen } };
    });

  test('each order gives back what is missing until its sum, however often and late it comes', async () => {
    const { id, authorisation } = await paid();
    const [first, second] = [step(id, 0, 2000), step(id, 2000, 6000)];
    for (const order of [first, first, second, first, second])
      expect(await shop.processor.refund(authorisation, order)).toEqual({ kind: 'refunded' });
    expect(await amounts(authorisation)).toEqual([2000, 4000]);
  });

  test('of orders that meet, each gives back its part once', async () => {
    const { id, authorisation } = await paid();
    const all = (order: ReturnType<typeof step>) =>
      Promise.all(Array.from({ length: 4 }, () => shop.processor.refund(authorisation, order)));
    for (const order of [step(id, 0, 2500), step(id, 2500, 5000), step(id, 5000, 7500)])
      for (const answer of await all(order)) expect(answer).toEqual({ kind: 'refunded' });
    expect(await amounts(authorisation)).toEqual([2500, 2500, 2500]);
  });

  test('an order that is not its turn gives back nothing: what is there is not what it starts from', async () => {
    const { id, authorisation } = await paid();
    expect(await shop.processor.refund(authorisation, step(id, 2000, 4000))).toEqual({
      kind: 'failed',
      reason: '0 were given back already',
    });
    await byHand(authorisation, 1000);
    expect(await shop.processor.refund(authorisation, step(id, 2000, 4000))).toMatchObject({ kind: 'failed' });
    expect(await shop.processor.refund(authorisation, step(id, 0, 2000))).toEqual({ kind: 'refunded', byHand: 1000 });
    expect(await shop.processor.refund(authorisation, step(id, 2000, 4000))).toEqual({ kind: 'refunded' });
    await byHand(authorisation, 500);
    expect(await shop.processor.refund(authorisation, step(id, 4000, 6000))).toEqual({ kind: 'refunded', byHand: 500 });
    expect(await shop.processor.refund(authorisation, step(id, 2000, 4000))).toEqual({ kind: 'refunded' });
    expect(await amounts(authorisation)).toEqual([1000, 1000, 2000, 500, 1500]);
  });

  test('a step that the bank sent back neither stops the next one nor is paid by it', async () => {
    const { id, authorisation } = await paid();
    await shop.processor.refund(authorisation, step(id, 0, 2500));
    const later = listWith(({ up_to }) => up_to === '2500');
    expect(await later.refund(authorisation, step(id, 0, 2500))).toMatchObject({ kind: 'failed' });
    expect(await later.refund(authorisation, step(id, 2500, 5000))).toEqual({ kind: 'refunded' });
    expect(await later.refund(authorisation, step(id, 2500, 5000))).toEqual({ kind: 'refunded' });
    expect(await amounts(authorisation)).toEqual([2500, 2500]);
  });

  test('a refund by hand may be for what was lost or for this step: somebody has to look', async () => {
    const { id, authorisation } = await paid();
    await shop.processor.refund(authorisation, step(id, 0, 2500));
    await byHand(authorisation, 2500);
    const later = listWith(({ up_to }) => up_to === '2500');
    expect(await later.refund(authorisation, step(id, 2500, 5000))).toMatchObject({ kind: 'failed' });
    await byHand(authorisation, 2500);
    expect(await later.refund(authorisation, step(id, 2500, 5000))).toEqual({ kind: 'refunded', byHand: 2500 });
    expect(await amounts(authorisation)).toEqual([2500, 2500, 2500]);
  });

  test('the last step gives back the rest after a refund by hand, unless a step before came back from the bank', async () => {
    const { id, authorisation } = await paid();
    await shop.processor.refund(authorisation, step(id, 0, 2500));
    await byHand(authorisation, 3000);
    const later = listWith(({ up_to }) => up_to === '2500');
    expect(await later.refund(authorisation, step(id, 2500, 7500))).toMatchObject({ kind: 'failed' });
    const rest = { kind: 'refunded', byHand: 3000 };
    expect(await shop.processor.refund(authorisation, step(id, 2500, 7500))).toEqual(rest);
    expect(await amounts(authorisation)).toEqual([2500, 3000, 2000]);
  });

  test('is never given back more than was taken', async () => {
    const { id, authorisation } = await paid();
    await shop.processor.refund(authorisation, step(id, 0, 5000));
    expect(await shop.processor.refund(authorisation, step(id, 5000, 7501))).toMatchObject({
      kind: 'failed',
      reason: expect.stringContaining('amount_too_large'),
    });
    expect(await amounts(authorisation)).toEqual([5000]);
  });
});
