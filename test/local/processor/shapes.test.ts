import { testCards } from '../../../local/processor/cards';
import { disputeStatuses } from '../../../local/processor/records';
import { faultsOfObject } from '../../payment/contract/support/specification';
import { accepts, type Counter, openCounter } from './support/counter';

/** What the adapter does not call, but Stripe.js and the disputes do: each object is as Stripe specifies it. */
let shop: Counter;
beforeAll(async () => {
  shop = await openCounter();
});
afterAll(() => shop.close());

test.each(testCards.filter(({ wallet, challenge }) => wallet || challenge))(
  'the token of $number: $what',
  async (card) => {
    const { body } = await shop.ask(`/v1/confirmation_tokens/${await shop.tokenOf(card.number)}`);
    expect(faultsOfObject('confirmation_token', body)).toEqual([]);
  },
);

test('a token that was used, and the method that it became', async () => {
  const { token, body } = await shop.asked(accepts);
  expect(faultsOfObject('confirmation_token', (await shop.ask(`/v1/confirmation_tokens/${token}`)).body)).toEqual([]);
  expect(faultsOfObject('payment_intent', body)).toEqual([]);
});

test('what a browser sees of an intent: asked, failed and passed', async () => {
  for (const outcome of ['pass', 'fail']) {
    const { id, clientSecret } = await shop.asked();
    const seen = await shop.browser(`/v1/payment_intents/${id}?client_secret=${clientSecret}`);
    const answered = await shop.authenticate(id, clientSecret, outcome);
    for (const { body } of [seen, answered]) expect(faultsOfObject('payment_intent', body)).toEqual([]);
    expect(faultsOfObject('payment_intent', (await shop.ask(`/v1/payment_intents/${id}`)).body)).toEqual([]);
  }
});

test('an error with the intent, for a browser too', async () => {
  const { id, clientSecret } = await shop.asked();
  const refused = await shop.confirm(id, { payment_method: 'pm_card_visa' });
  await shop.authenticate(id, clientSecret, 'pass');
  const twice = await shop.authenticate(id, clientSecret, 'pass');
  for (const { body } of [refused, twice]) expect(faultsOfObject('error', body)).toEqual([]);
});

test.each(disputeStatuses)('a dispute that is %s', async (status) => {
  const { id } = await shop.asked(accepts);
  await shop.ask(`/v1/payment_intents/${id}/capture`, { form: {} });
  const { body } = await shop.ask('/local/disputes', { method: 'PATCH', json: { payment_intent: id, status } });
  expect(body.status).toBe(status);
  expect(faultsOfObject('dispute', body)).toEqual([]);
});
