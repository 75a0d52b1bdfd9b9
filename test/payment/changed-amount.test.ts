import { stripeProcessor } from '../../lambdas/payment/stripe/processor';
import { newRegistration, openShop, type Shop, soon, stateOf } from './support/shop';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const declinedCard = 'pm_card_chargeDeclinedInsufficientFunds';

/** A card for a quote of this total. `rounds`: how many quotes a card was tried with before; the first was at 6500. */
const pay = (registrationId: string, amount: number, rounds = 0, paymentMethod = 'pm_card_visa', cardTries = 5) =>
  shop.processor.authorise(
    {
      registrationId,
      amount,
      currency: 'EUR',
      paymentMethod,
      cardTries,
      ...(rounds > 0 && { tried: { opened: 6500, rounds } }),
    },
    soon(),
  );

const intentsOf = async (registrationId: string) =>
  (await shop.all()).filter(({ metadata }) => metadata.registration_id === registrationId);
const heldOf = async (registrationId: string) => {
  const found = await shop.processor.find(registrationId);
  return [found?.state, found?.amount];
};

test('a card that was declined at 65 is tried again at 45, on the same payment, and 45 is held', async () => {
  const id = newRegistration();
  expect(await pay(id, 6500, 0, declinedCard)).toMatchObject({ kind: 'declined', triesLeft: 4 });
  expect(await pay(id, 4500, 1, declinedCard)).toMatchObject({ kind: 'declined', triesLeft: 3 });
  expect(await pay(id, 4500, 1)).toMatchObject({ kind: 'authorised' });
  expect(await intentsOf(id)).toHaveLength(1);
  expect(await heldOf(id)).toEqual(['authorised', 4500]);
  // The answer was lost: the same request finds the money.
  expect(await pay(id, 4500, 1)).toMatchObject({ kind: 'authorised' });
});

test('from 65 to 45 and back to 65, what is held is 65', async () => {
  const id = newRegistration();
  await pay(id, 6500, 0, declinedCard);
  await pay(id, 4500, 1, declinedCard);
  expect(await pay(id, 6500, 2)).toMatchObject({ kind: 'authorised' });
  expect(await heldOf(id)).toEqual(['authorised', 6500]);
});

test('of two tabs with two quotes one holds money, and the other is told', async () => {
  const id = newRegistration();
  await pay(id, 6500, 0, declinedCard);
  const answers = await Promise.all([pay(id, 4500, 1), pay(id, 5500, 1, 'pm_card_mastercard')]);
  const [, amount] = await heldOf(id);
  expect([4500, 5500]).toContain(amount);
  expect(answers.map(({ kind }) => kind)).toEqual(
    amount === 4500 ? ['authorised', 'differs'] : ['differs', 'authorised'],
  );
  expect(await intentsOf(id)).toHaveLength(1);
});

test('money that is held for one quote is not the money of another', async () => {
  const id = newRegistration();
  expect(await pay(id, 6500)).toMatchObject({ kind: 'authorised' });
  expect(await pay(id, 4500, 1)).toEqual({ kind: 'differs' });
  // The one who says nothing of the first quote learns the same.
  expect(await pay(id, 4500)).toEqual({ kind: 'differs' });
  expect(await heldOf(id)).toEqual(['authorised', 6500]);
});

test('a payment that was given up cannot be changed', async () => {
  const id = newRegistration();
  await pay(id, 6500, 0, declinedCard);
  const opened = await shop.processor.open({ registrationId: id, amount: 6500, currency: 'EUR' });
  await shop.processor.void(opened?.authorisation ?? '', { registrationId: id, amount: 6500, currency: 'EUR' });
  expect(await pay(id, 4500, 1)).toEqual({ kind: 'declined', reason: 'canceled', triesLeft: 0 });
  expect(await stateOf(shop, id)).toBe('voided');
});

test('each quote lets fewer cards be tried than the one before: new quotes are no way to test cards', async () => {
  const id = newRegistration();
  const cards = [declinedCard, 'pm_card_chargeDeclined', 'pm_card_chargeDeclinedExpiredCard'];
  const kinds: string[] = [];
  for (const [rounds, amount] of [6500, 4500, 4400, 4300].entries())
    for (const card of cards) {
      const answer = await pay(id, amount, rounds, card, 2);
      kinds.push(answer.kind === 'declined' ? answer.reason : answer.kind);
    }
  const tried = kinds.filter((reason) => reason !== 'too-many-cards');
  expect(tried).toHaveLength(2 + 1);
});

test('an amount that the processor did not take is not paid for', async () => {
  const id = newRegistration();
  await pay(id, 6500, 0, declinedCard);
  const deaf = stripeProcessor({
    settleMs: 15_000,
    attemptMs: 400,
    http: async (request, withinMs) => {
      const isChange = request.method === 'POST' && /payment_intents\/[^/]+$/.test(request.path);
      return shop.http(isChange ? { ...request, method: 'GET', path: request.path } : request, withinMs);
    },
  });
  const answer = await deaf.authorise(
    {
      registrationId: id,
      amount: 4500,
      currency: 'EUR',
      paymentMethod: 'pm_card_visa',
      tried: { opened: 6500, rounds: 1 },
    },
    soon(),
  );
  expect(answer).toEqual({ kind: 'unknown' });
  expect(await heldOf(id)).toEqual(['open', 6500]);
});
