import { mostDeclines } from '../../lambdas/payment/stripe-card-limit';
import { stripeProcessor } from '../../lambdas/payment/stripe-processor';
import { until } from '../support/until';
import { charge, newRegistration, openShop, type Shop, soon, stateOf } from './support/shop';

let shop: Shop;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

const codeOf = async (registrationId: string, paymentMethod: string, processor = shop.processor) => {
  const answer = await processor.authorise({ ...charge(registrationId), paymentMethod }, soon());
  return answer.kind === 'declined' ? answer.code : answer.kind;
};

/** A card that is declined, handed in anew: another payment method each time, as a thief's would be. */
const stolenCard = async (): Promise<string> => {
  const form = { type: 'card', 'card[number]': '4000000000000002', 'card[exp_month]': '12', 'card[exp_year]': '2040' };
  const answer = await fetch(`${shop.url}/v1/payment_methods`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_of_tests' },
    body: new URLSearchParams({ ...form, 'card[cvc]': '123' }),
  });
  return (await answer.json()).id;
};

const declines = async (registrationId: string, times: number) => {
  const codes: string[] = [];
  for (let time = 0; time < times; time++) codes.push(await codeOf(registrationId, await stolenCard()));
  return codes;
};

test('whoever tries card after card on one hold is stopped, and no card is tried any more', async () => {
  const id = newRegistration();
  expect(await declines(id, mostDeclines)).toEqual([
    ...Array.from({ length: mostDeclines - 1 }, () => 'generic_decline'),
    'too_many_cards',
  ]);
  expect(await stateOf(shop, id)).toBe('voided');
  expect(await codeOf(id, 'pm_card_visa')).toBe('canceled');
});

test('a runner whose cards were declined a few times pays with the next one', async () => {
  const id = newRegistration();
  await declines(id, mostDeclines - 1);
  expect(await codeOf(id, 'pm_card_visa')).toBe('authorised');
});

test('asking again with the same card is no further try', async () => {
  const id = newRegistration();
  const card = await stolenCard();
  for (let time = 0; time < mostDeclines + 2; time++) expect(await codeOf(id, card)).toBe('generic_decline');
  expect(await codeOf(id, 'pm_card_visa')).toBe('authorised');
});

test('many at the same moment are stopped as well', async () => {
  const id = newRegistration();
  const cards = await Promise.all(Array.from({ length: mostDeclines * 3 }, stolenCard));
  await Promise.all(cards.map((card) => codeOf(id, card)));
  expect(await codeOf(id, 'pm_card_visa')).toBe('canceled');
});

test('one hold that is given up takes no other with it', async () => {
  await declines(newRegistration(), mostDeclines);
  expect(await codeOf(newRegistration(), 'pm_card_visa')).toBe('authorised');
});

/** A shop that does something just before it asks the processor this. */
const pausing = (isNow: (path: string) => boolean, meanwhile: () => Promise<unknown>) => {
  let isDone = false;
  return stripeProcessor({
    http: async (request, withinMs) => {
      if (!isDone && isNow(request.path)) {
        isDone = true;
        await meanwhile();
      }
      return shop.http(request, withinMs);
    },
  });
};

test('a card that pays while the last decline is counted has paid', async () => {
  const id = newRegistration();
  await declines(id, mostDeclines - 1);
  const racing = pausing(
    (path) => path.startsWith('/v1/charges'),
    () => codeOf(id, 'pm_card_visa'),
  );
  expect(await codeOf(id, await stolenCard(), racing)).toBe('generic_decline');
  expect(await stateOf(shop, id)).toBe('authorised');
});

test('a card that is being tried when the payment would be given up is waited for, and has paid', async () => {
  const id = newRegistration();
  await declines(id, mostDeclines - 1);
  let slow: Promise<string> | undefined;
  const racing = pausing(
    (path) => path.endsWith('/cancel'),
    async () => {
      slow = codeOf(id, 'pm_card_slow');
      const { authorisation = '' } = (await shop.processor.find(id)) ?? {};
      // Locked: the bank is asked.
      await until(async () => {
        const path = `/v1/payment_intents/${authorisation}/capture`;
        return (await shop.http({ method: 'POST', path, form: {} }, 1000))?.status === 429;
      });
    },
  );
  expect(await codeOf(id, await stolenCard(), racing)).toBe('generic_decline');
  expect(await slow).toBe('authorised');
  expect(await stateOf(shop, id)).toBe('authorised');
});

test('while the processor does not say how often, another card may be tried', async () => {
  const id = newRegistration();
  const forgetful = stripeProcessor({
    http: (request, withinMs) =>
      request.path.startsWith('/v1/charges')
        ? Promise.resolve({ status: 404, body: { error: { type: 'invalid_request_error' } } })
        : shop.http(request, withinMs),
  });
  for (let time = 0; time < mostDeclines + 1; time++)
    expect(await codeOf(id, await stolenCard(), forgetful)).toBe('generic_decline');
});
