import type { Settlement } from '../../lambdas/payment/payment';
import { mailAbout, type RecordedPayment, stateAfter } from '../../lambdas/payment/settlement';

const payment: RecordedPayment = {
  authorisation: 'pi_1',
  amount: 7500,
  currency: 'EUR',
  wanted: 'capture',
  refund: null,
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
  ['capture', 'authorised', 'refunded', 'contradiction'],
  ['capture', 'captured', 'refunded', 'contradiction'],
  ['void', 'authorised', 'voided', 'voided'],
  ['void', 'authorised', 'captured', 'contradiction'],
  ['void', 'authorised', 'failed', 'contradiction'],
  ['void', 'voided', 'voided', 'unchanged'],
  ['void', 'voided', 'captured', 'contradiction'],
  ['void', 'voided', 'refunded', 'contradiction'],
])('wanted %s, is %s, hears %s: %s', (wanted, state, heard, after) =>
  expect(stateAfter({ ...payment, wanted, state }, { ...settlement, state: heard })).toBe(after),
);

test.each([{ amount: 7499 }, { currency: 'USD' }, { authorisation: 'pi_2' }])(
  '%j captured is not this payment',
  (change) => expect(stateAfter(payment, { ...settlement, ...change })).toBe('contradiction'),
);

describe('money that is to be given back', () => {
  const cancelled: RecordedPayment = { ...payment, wanted: 'refund', refund: 5000, state: 'captured' };
  const back: Settlement = { ...settlement, state: 'refunded', amount: 5000 };

  test('is refunded once', () => {
    expect(stateAfter(cancelled, back)).toBe('refunded');
    expect(stateAfter({ ...cancelled, state: 'refunded' }, back)).toBe('unchanged');
  });

  test.each<[RecordedPayment['state'], Settlement['state'], ReturnType<typeof stateAfter>]>([
    ['captured', 'captured', 'unchanged'],
    ['refunded', 'captured', 'unchanged'],
    ['captured', 'voided', 'contradiction'],
    ['refunded', 'failed', 'contradiction'],
    ['authorised', 'captured', 'contradiction'],
    ['authorised', 'voided', 'contradiction'],
  ])('is %s, hears %s: %s', (state, heard, after) =>
    expect(stateAfter({ ...cancelled, state }, { ...settlement, state: heard })).toBe(after),
  );

  test('cannot come back before it was taken', () => {
    expect(stateAfter({ ...cancelled, state: 'authorised' }, back)).toBe('contradiction');
  });

  test.each([{ amount: 7500 }, { amount: 4999 }, { currency: 'USD' }, { authorisation: 'pi_2' }])(
    '%j refunded is not what was wanted, be it the first news or a repeat',
    (change) => {
      expect(stateAfter(cancelled, { ...back, ...change })).toBe('contradiction');
      expect(stateAfter({ ...cancelled, state: 'refunded' }, { ...back, ...change })).toBe('contradiction');
    },
  );
});

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
  expect(mailAbout('refunded', true)).toBeUndefined();
});
