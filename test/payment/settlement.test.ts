import type { Settlement } from '../../lambdas/domain/money/payment';
import {
  mailAbout,
  newlyLost,
  type RecordedPayment,
  refundAfter,
  stateAfter,
} from '../../lambdas/payment/settle/settlement';

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

test.each(['voided', 'failed'] as const)(
  'another payment of the same registration that is %s changes nothing',
  (state) => {
    const other = { ...settlement, state, authorisation: 'pi_2' };
    for (const wanted of ['capture', 'void'] as const)
      expect(stateAfter({ ...payment, wanted }, other)).toBe('unchanged');
    expect(stateAfter({ ...payment, state: 'captured' }, other)).toBe('unchanged');
  },
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

describe('money that goes back in steps', () => {
  /** 3600 went back, 7200 are ordered, and 10800 are wanted by now (cents). */
  const stepping: RecordedPayment = {
    ...payment,
    amount: 13500,
    wanted: 'refund',
    state: 'captured',
    refund: 10800,
    refundOrdered: 7200,
    refunded: 3600,
  };
  const back = (amount: number): Settlement => ({ ...settlement, state: 'refunded', amount });

  test.each<[number, ReturnType<typeof stateAfter>]>([
    [7200, 'refunded'],
    [3600, 'unchanged'],
    [10800, 'contradiction'],
    [7199, 'contradiction'],
  ])('%s went back in all: %s', (amount, after) => expect(stateAfter(stepping, back(amount))).toBe(after));

  test.each([{ currency: 'USD' }, { authorisation: 'pi_2' }])('%j is no step of this payment', (change) => {
    for (const amount of [3600, 7200])
      expect(stateAfter(stepping, { ...back(amount), ...change })).toBe('contradiction');
  });

  test('once all of it went back, a repeated step changes nothing, and a larger amount is a contradiction', () => {
    const done: RecordedPayment = { ...stepping, state: 'refunded', refundOrdered: null, refunded: 10800 };
    for (const amount of [3600, 7200, 10800]) expect(stateAfter(done, back(amount))).toBe('unchanged');
    expect(stateAfter(done, back(13500))).toBe('contradiction');
  });

  test('after a step the rest is ordered, after the last one nothing', () => {
    expect(refundAfter(stepping, 7200)).toEqual({
      state: 'captured',
      refunded: 7200,
      refundOrdered: null,
      order: 10800,
    });
    expect(refundAfter(stepping, 10800)).toMatchObject({ state: 'refunded', refunded: 10800, order: undefined });
  });
});

test.each<[string, { refunded: number; lost: number }, { amount: number; sent?: number; standing?: number }, number]>([
  ['all of it', { refunded: 5000, lost: 0 }, { amount: 5000 }, 5000],
  ['all of it, before it was noted as given', { refunded: 0, lost: 0 }, { amount: 5000 }, 5000],
  ['the same again', { refunded: 5000, lost: 5000 }, { amount: 5000 }, 0],
  ['all of it, and somebody made up for it', { refunded: 5000, lost: 0 }, { amount: 5000, standing: 5000 }, 0],
  ['one step of two', { refunded: 7200, lost: 0 }, { amount: 3600, sent: 7200, standing: 3600 }, 3600],
  ['then the other', { refunded: 7200, lost: 3600 }, { amount: 7200 }, 3600],
  ['both at once', { refunded: 7200, lost: 0 }, { amount: 7200 }, 7200],
  ['the other, after somebody made up for one', { refunded: 7200, lost: 3600 }, { amount: 7200, standing: 3600 }, 3600],
  ['old news of the one', { refunded: 7200, lost: 7200 }, { amount: 3600, sent: 7200, standing: 3600 }, 0],
  ['one, where the other was given by hand', { refunded: 7200, lost: 0 }, { amount: 3600, standing: 3600 }, 3600],
])('the bank sent back %s', (_, noted, news, owed) => {
  const failure = { registrationId: 'r', state: 'refund-failed', authorisation: 'pi_1', currency: 'EUR', reason: '' };
  expect(newlyLost(noted, { ...failure, state: 'refund-failed', ...news })).toBe(owed);
});
