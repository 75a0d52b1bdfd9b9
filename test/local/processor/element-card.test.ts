import type { Stripe } from '@stripe/stripe-js';
import { cardErrors, grouped, readExpiry, tokenForm } from '../../../local/processor/element/card';
import type { SandboxStripe } from '../../../local/processor/element/stripe';

describe('a card in the sandbox’s fields', () => {
  const card = { number: '4242 4242 4242 4242', expiry: '03/27', cvc: '123' };
  const now = new Date('2027-03-31T23:00:00Z');

  test('is good to the end of its month', () => {
    expect(cardErrors(card, now)).toEqual({});
    expect(cardErrors(card, new Date('2027-04-01T00:00:00Z'))).toHaveProperty('expiry');
  });

  test.each([
    [{ number: '4242 4242 4242 4241' }, 'number'],
    [{ number: '' }, 'number'],
    [{ expiry: '13/29' }, 'expiry'],
    [{ expiry: '2029' }, 'expiry'],
    [{ cvc: '12' }, 'cvc'],
    [{ cvc: '12a' }, 'cvc'],
  ])('with %j is not worth asking about', (part, field) => {
    expect(Object.keys(cardErrors({ ...card, ...part }, now))).toEqual([field]);
  });

  test('reads expiry dates as people write them', () => {
    for (const text of ['4/29', '04/29', '0429', '04 29', '04-2029', '04/2029'])
      expect(readExpiry(text)).toEqual({ month: 4, year: 2029 });
  });

  test('is sent in the processor’s fields', () => {
    expect([...tokenForm(card, { return_url: 'https://page' })]).toEqual([
      ['payment_method_data[type]', 'card'],
      ['payment_method_data[card][number]', '4242424242424242'],
      ['payment_method_data[card][exp_month]', '3'],
      ['payment_method_data[card][exp_year]', '2027'],
      ['payment_method_data[card][cvc]', '123'],
      ['return_url', 'https://page'],
    ]);
    expect(grouped('378282246310005')).toBe('3782 8224 6310 005');
  });
});

test('the sandbox’s script invents nothing: Stripe.js can stand in its place', () => {
  // It does not compile when the sandbox offers or asks for something that Stripe does not know.
  const asSandbox = (
    stripe: Pick<Stripe, 'elements' | 'createConfirmationToken' | 'handleNextAction'>,
  ): SandboxStripe => stripe;
  expect(asSandbox).toBeDefined();
});
