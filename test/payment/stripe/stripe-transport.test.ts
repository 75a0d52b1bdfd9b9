import Stripe from 'stripe';
import { type StripeRequest, stripeVersion } from '../../../lambdas/payment/stripe/call';
import { stripeProcessor } from '../../../lambdas/payment/stripe/processor';
import { charge, newRegistration, openShop, type Shop, soon } from '../support/shop';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

test('the version of the API is that of the SDK whose types and requests ours are compared with', () => {
  expect(stripeVersion).toBe(Stripe.API_VERSION);
});

test('an answer that the processor repeats is told from a new one', async () => {
  const request: StripeRequest = {
    method: 'POST',
    path: '/v1/payment_intents',
    form: { amount: '4500', currency: 'eur' },
    idempotencyKey: newRegistration(),
  };
  expect(await shop.http(request, 1000)).toMatchObject({ status: 200, isReplay: false });
  expect(await shop.http(request, 1000)).toMatchObject({ status: 200, isReplay: true });
});

/** The processor, with a status in its answers to `paths` that it does not have today. */
const ofTomorrow = (paths: RegExp) =>
  stripeProcessor({
    http: async (request, ms) => {
      const answer = await shop.http(request, ms);
      if (!answer || !paths.test(request.path)) return answer;
      return { ...answer, body: { ...Object(answer.body), status: 'requires_approval' } };
    },
    settleMs: 3_000,
  });

test('a status that the processor adds one day is an unknown outcome, not a failure of ours', async () => {
  const id = newRegistration();
  const card = { ...charge(id), paymentMethod: 'pm_card_visa' };
  expect(await ofTomorrow(/confirm$/).authorise(card, soon())).toEqual({ kind: 'unknown' });
  const answer = await shop.processor.authorise(card, soon());
  if (answer.kind !== 'authorised') throw new Error('The card was not authorised.');
  const { authorisation } = answer;
  expect(await ofTomorrow(/capture$/).capture(authorisation, charge(id))).toEqual({ kind: 'unknown' });
  expect(await shop.processor.capture(authorisation, charge(id))).toMatchObject({ kind: 'captured' });
  expect(await ofTomorrow(/refunds$/).refund(authorisation, charge(id))).toEqual({ kind: 'unknown' });
  expect(await shop.processor.refund(authorisation, charge(id))).toEqual({ kind: 'refunded' });
});
