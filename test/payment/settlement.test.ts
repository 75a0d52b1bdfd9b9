import type { Settlement } from '../../lambdas/payment/payment';
import { mailAbout, type RecordedPayment, stateAfter } from '../../lambdas/payment/settlement';

const payment: RecordedPayment = {
  authorisation: 'pi_1',
  amount: 7500,
  currency: 'EUR',
  wanted: 'capture',
  state: 'authorised',
};
const settlement: Settlement = {
  registrationId: 'r',
  authorisation: 'pi_1',
  amount: 7500,
  currency: 'EUR',
  state: 'captured',
};

test.each<[RecordedPayment['wanted'], RecordedPayment['state'], Settlement['state'], ReturnType<typeof stateAfter>]>([
  ['capture', 'authorised', 'captured', 'captured'],
  ['capture', 'authorised', 'failed', 'failed'],
  ['capture', 'authorised', 'voided', 'failed'],
  ['capture', 'captured', 'captured', 'unchanged'],
  ['capture', 'captured', 'voided', 'contradiction'],
  ['capture', 'captured', 'failed', 'contradiction'],
  ['capture', 'failed', 'failed', 'unchanged'],
  ['capture', 'failed', 'voided', 'unchanged'],
  ['capture', 'failed', 'captured', 'contradiction'],
  ['capture', 'refunded', 'captured', 'unchanged'],
  ['void', 'authorised', 'voided', 'voided'],
  ['void', 'authorised', 'captured', 'contradiction'],
  ['void', 'authorised', 'failed', 'contradiction'],
  ['void', 'voided', 'voided', 'unchanged'],
  ['void', 'voided', 'captured', 'contradiction'],
])('wanted %s, is %s, hears %s: %s', (wanted, state, heard, after) =>
  expect(stateAfter({ ...payment, wanted, state }, { ...settlement, state: heard })).toBe(after),
);

test.each([{ amount: 7499 }, { currency: 'USD' }, { authorisation: 'pi_2' }])(
  '%j captured is not this payment',
  (change) => expect(stateAfter(payment, { ...settlement, ...change })).toBe('contradiction'),
);

test('the currency may come in lower case, and a sweep may not have known the rest', () => {
  expect(stateAfter(payment, { ...settlement, currency: 'eur' })).toBe('captured');
  const unknown = { ...payment, authorisation: null, amount: null, currency: null };
  expect(stateAfter(unknown, settlement)).toBe('captured');
});

test('every runner we know hears how it ended, nobody else does', () => {
  expect(['captured', 'voided', 'failed'].map((state) => mailAbout(state as Settlement['state'], true))).toEqual([
    'confirmation',
    'not-registered',
    'payment-failed',
  ]);
  expect(mailAbout('voided', false)).toBeUndefined();
});
