import type { Dispute } from '../../lambdas/domain/money/dispute';
import type { PaymentOrder } from '../../lambdas/domain/money/payment';
import type { Processor } from '../../lambdas/payment/ports';
import { settlePayment, settlePayments } from '../../lambdas/payment/settle/settle-payments';
import { settleWorker } from '../../lambdas/payment/settle/worker';
import { skipZeroAmounts } from '../../lambdas/payment/stripe/processor';
import { charge, newRegistration, openShop, type Shop, soon, stateOf, visa } from './support/shop';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
beforeEach(() => shop.sent.splice(0));

const settle = async (order: PaymentOrder, processor: Processor = shop.processor) =>
  void shop.sent.push(await settlePayment(processor, shop.disputes)(order));

const authorised = async (registrationId: string, paymentMethod = 'pm_card_visa'): Promise<string> => {
  const answer = await shop.processor.authorise({ ...charge(registrationId), paymentMethod }, soon());
  if (answer.kind !== 'authorised') throw new Error('The card was not authorised.');
  return answer.authorisation;
};

/** Each order has its turn at once. */
const unhurried = {
  pace: { turn: async () => true, slowDown: () => undefined },
  now: () => Date.now(),
  putOff: () => undefined,
};

const order = (action: PaymentOrder['action'], registrationId: string, authorisation: string | null): PaymentOrder => ({
  ...charge(registrationId),
  action,
  authorisation,
});

test('takes the money of a confirmed runner, and says so', async () => {
  const id = newRegistration();
  const authorisation = await authorised(id);
  await settle(order('capture', id, authorisation));
  expect(shop.sent).toEqual([{ ...charge(id), state: 'captured', authorisation, card: visa }]);
});

test('an order delivered twice takes the money once', async () => {
  const id = newRegistration();
  const authorisation = await authorised(id);
  await Promise.all([settle(order('capture', id, authorisation)), settle(order('capture', id, authorisation))]);
  expect(shop.sent.map(({ state }) => state)).toEqual(['captured', 'captured']);
  expect(await shop.processor.find(id)).toMatchObject({ state: 'captured', amount: 7500 });
});

test('gives the money of a refused runner back', async () => {
  const id = newRegistration();
  const authorisation = await authorised(id);
  await settle(order('void', id, authorisation));
  expect(shop.sent).toEqual([{ ...charge(id), state: 'voided', authorisation }]);
  expect(await stateOf(shop, id)).toBe('voided');
});

test('the money of another amount under the same id is let go as well: what was refused is never taken', async () => {
  const id = newRegistration();
  const authorisation = await authorised(id);
  await settle({ ...order('void', id, null), amount: 9900 });
  expect(await stateOf(shop, id)).toBe('voided');
  // What it was is told, so that the database does not go on with what a sweep of another page knew.
  expect(shop.sent).toMatchObject([{ state: 'voided', authorisation, amount: charge(id).amount }]);
});

test('while the search does not show the payment of another amount, the order comes again', async () => {
  const id = newRegistration();
  await authorised(id);
  const lagging: Processor = { ...shop.processor, find: async () => undefined };
  await expect(settle({ ...order('void', id, null), amount: 9900 }, lagging)).rejects.toThrow('is not the one');
});

test('finds the money of a runner whose submission was lost, and gives it back', async () => {
  const id = newRegistration();
  const authorisation = await authorised(id);
  await settle(order('void', id, null));
  expect(shop.sent).toEqual([{ ...charge(id), state: 'voided', authorisation }]);
});

test('finds it even when the search lags behind', async () => {
  const id = newRegistration();
  const authorisation = await authorised(id);
  await settle(order('void', id, null), { ...shop.processor, find: async () => undefined });
  expect(shop.sent).toEqual([{ ...charge(id), state: 'voided', authorisation }]);
  expect(await stateOf(shop, id)).toBe('voided');
});

test('where nobody ever paid there is nothing to void, and nobody can pay afterwards', async () => {
  const id = newRegistration();
  await settle(order('void', id, null));
  expect(shop.sent).toMatchObject([{ state: 'voided', reason: 'nothing to void' }]);
  const late = await shop.processor.authorise({ ...charge(id), paymentMethod: 'pm_card_visa' }, soon());
  expect(late).toMatchObject({ kind: 'declined' });
});

test.each(['pm_card_captureRefused', 'pm_card_authorisationExpired'])(
  '%s: the payment fails and is never taken later',
  async (card) => {
    const id = newRegistration();
    const authorisation = await authorised(id, card);
    await settle(order('capture', id, authorisation));
    expect(shop.sent).toMatchObject([{ state: 'failed', authorisation, reason: expect.any(String) }]);
    expect(await stateOf(shop, id)).toBe('voided');
  },
);

test('giving back what was already taken is a surprise that somebody must see', async () => {
  const id = newRegistration();
  const authorisation = await authorised(id);
  await shop.processor.capture(authorisation, charge(id));
  await expect(settle(order('void', id, authorisation))).rejects.toThrow('was captured, but must not be');
  expect(shop.sent).toEqual([]);
});

const disputeOf = (registrationId: string, authorisation: string, refundable: boolean): Dispute => ({
  ...charge(registrationId),
  state: 'disputed',
  authorisation,
  dispute: {
    id: 'dp_1',
    reason: 'fraudulent',
    status: 'needs_response',
    refundable,
    fetchedAt: '2027-05-01T10:00:00.000Z',
  },
});

describe('a runner who cancelled', () => {
  const captured = async (registrationId: string, card?: string): Promise<string> => {
    const authorisation = await authorised(registrationId, card);
    await shop.processor.capture(authorisation, charge(registrationId));
    return authorisation;
  };
  const back = (registrationId: string, authorisation: string | null, amount = 7500): PaymentOrder => ({
    ...order('refund', registrationId, authorisation),
    amount,
  });

  test('gets the refund they are owed, once, however often it is ordered', async () => {
    const id = newRegistration();
    const authorisation = await captured(id);
    const orders = Array.from({ length: 3 }, () => settle(back(id, authorisation, 5000)));
    await Promise.all(orders);
    await settle(back(id, authorisation, 5000));
    const settlement = { ...charge(id), amount: 5000, state: 'refunded', authorisation };
    expect(shop.sent).toEqual([settlement, settlement, settlement, settlement]);
    expect(await shop.refundsOf(authorisation)).toMatchObject([{ amount: 5000, status: 'succeeded' }]);
  });

  test('gets it even when we forgot what the processor calls their payment', async () => {
    const id = newRegistration();
    const authorisation = await captured(id);
    await settle(back(id, null));
    expect(shop.sent).toMatchObject([{ state: 'refunded', authorisation }]);
  });

  test('is owed their money when the processor refuses: it is said until somebody has seen to it', async () => {
    const id = newRegistration();
    const authorisation = await captured(id, 'pm_card_refundFail');
    const refused = `7500 EUR of ${authorisation} are owed to the runner of ${id}`;
    await expect(settle(back(id, authorisation))).rejects.toThrow(refused);
    await expect(settle(back(id, authorisation))).rejects.toThrow(
      'Refund what is missing of that at the processor by hand',
    );
    expect(shop.sent).toEqual([]);
    expect(await shop.refundsOf(authorisation)).toHaveLength(1);
  });

  test('who disputes the payment waits for their bank: the dispute is told, and the order is neither dead nor done', async () => {
    const id = newRegistration();
    const authorisation = await captured(id);
    const processor: Processor = { ...shop.processor, refund: async () => ({ kind: 'disputed' }) };
    const [inquiry, dispute] = [disputeOf(id, authorisation, true), disputeOf(id, authorisation, false)];
    const disputes = { ofPayment: async (of: string) => (of === authorisation ? [inquiry, dispute] : []) };
    expect(await settlePayment(processor, disputes)(back(id, authorisation))).toEqual(dispute);
    const lagging = settlePayment(processor, { ofPayment: async () => [inquiry] });
    await expect(lagging(back(id, authorisation))).rejects.toThrow('does not show the dispute yet');
  });

  test('whose dispute was won gets the refund that waited for it', async () => {
    const id = newRegistration();
    const authorisation = await captured(id, 'pm_card_createDispute');
    await settle(back(id, authorisation, 5000));
    expect(shop.sent).toMatchObject([
      { ...charge(id), state: 'disputed', authorisation, dispute: { status: 'needs_response', refundable: false } },
    ]);
    expect(await shop.refundsOf(authorisation)).toEqual([]);
    await shop.decide(authorisation, 'won');
    await settle(back(id, authorisation, 5000));
    expect(shop.sent[1]).toMatchObject({ state: 'refunded', amount: 5000 });
  });

  test('whose bank only inquires gets the refund at once', async () => {
    const id = newRegistration();
    const authorisation = await captured(id, 'pm_card_createDisputeInquiry');
    await settle(back(id, authorisation, 5000));
    expect(shop.sent).toMatchObject([{ state: 'refunded', amount: 5000 }]);
  });

  test('is not forgotten while nobody knows, or when nobody finds their payment', async () => {
    const id = newRegistration();
    const deaf: Processor = { ...shop.processor, refund: async () => ({ kind: 'unknown' }) };
    await expect(settle(back(id, 'pi_x'), deaf)).rejects.toThrow('Whether pi_x was refunded is unknown');
    await expect(settle(back(newRegistration(), null))).rejects.toThrow('knows no payment');
    expect(shop.sent).toEqual([]);
  });
});

test('says nothing while the outcome is unknown: the order comes again', async () => {
  const unknown = async () => ({ kind: 'unknown' as const });
  const voided = jest.fn(async () => ({ kind: 'voided' as const }));
  const capturing = { ...shop.processor, capture: unknown, void: voided };
  await expect(settle(order('capture', newRegistration(), 'pi_x'), capturing)).rejects.toThrow('unknown');
  expect(voided).not.toHaveBeenCalled();
  const voiding = { ...shop.processor, void: unknown };
  await expect(settle(order('void', newRegistration(), 'pi_x'), voiding)).rejects.toThrow('unknown');
  expect(shop.sent).toEqual([]);
});

test('a refused capture whose giving back is unknown comes again, and then fails', async () => {
  const id = newRegistration();
  const authorisation = await authorised(id, 'pm_card_captureRefused');
  const deaf = { ...shop.processor, void: async () => ({ kind: 'unknown' as const }) };
  await expect(settle(order('capture', id, authorisation), deaf)).rejects.toThrow('unknown');
  await settle(order('capture', id, authorisation));
  expect(shop.sent).toMatchObject([{ state: 'failed' }]);
});

test('a payment that is to be captured but that nobody can find is not a failed payment', async () => {
  await expect(settle(order('capture', newRegistration(), null))).rejects.toThrow('knows no payment');
});

test('a race without a fee never bothers the processor', async () => {
  const id = newRegistration();
  const processor = skipZeroAmounts(shop.processor);
  const free = { ...charge(id), amount: 0 };
  const answer = await processor.authorise({ ...free, paymentMethod: 'pm_card_visa' }, soon());
  expect(answer).toEqual({ kind: 'authorised', authorisation: 'free' });
  await settle({ ...free, action: 'capture', authorisation: 'free' }, processor);
  await settle({ ...free, action: 'void', authorisation: null }, processor);
  await settle({ ...free, action: 'refund', authorisation: 'free' }, processor);
  expect(shop.sent.map(({ state }) => state)).toEqual(['captured', 'voided', 'refunded']);
  expect(await stateOf(shop, id)).toBeUndefined();
});

test('one card without a clear answer does not bring back the others of its batch', async () => {
  jest.spyOn(console, 'error').mockImplementation();
  const [good, bad, back] = [newRegistration(), newRegistration(), newRegistration()];
  const orders = [
    order('capture', good, await authorised(good)),
    order('capture', bad, null),
    'nonsense',
    { ...order('refund', back, 'free'), amount: 0 },
  ];
  const Records = orders.map((body, index) => ({
    messageId: `m${index}`,
    body: JSON.stringify(body),
    attributes: { ApproximateReceiveCount: '1' },
  }));
  const reported: string[] = [];
  const work = settleWorker(
    settlePayments({
      settle: settlePayment(skipZeroAmounts(shop.processor), shop.disputes),
      settlements: shop.settlements,
      ...unhurried,
      report: (_, { registrationId }) => void reported.push(registrationId),
    }),
  );
  const result = await work(Object({ Records }));
  expect(
    result.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier).sort((a, b) => a.localeCompare(b)),
  ).toEqual(['m1', 'm2']);
  expect(shop.sent).toHaveLength(2);
  expect(shop.sent).toContainEqual(expect.objectContaining({ registrationId: good, state: 'captured' }));
  expect(shop.sent).toContainEqual(expect.objectContaining({ registrationId: back, state: 'refunded' }));
  expect(reported).toEqual([bad]);
  jest.restoreAllMocks();
});

test('when nobody takes the news, the whole batch comes again and changes nothing', async () => {
  const id = newRegistration();
  const one = order('capture', id, await authorised(id));
  const settleWith = (send: () => Promise<void>) =>
    settlePayments({
      settle: settlePayment(shop.processor, shop.disputes),
      settlements: { send },
      ...unhurried,
      report: () => undefined,
    })([one]);
  await expect(settleWith(() => Promise.reject(new Error('SQS is away')))).rejects.toThrow('SQS is away');
  expect(await settleWith(async () => undefined)).toEqual(new Set());
  expect(await stateOf(shop, id)).toBe('captured');
});
