import { type DeclineReason, mayRetrySameCard } from '../../lambdas/domain/money/payment';
import { declineReason, isAboutCard } from '../../lambdas/payment/stripe/declines';

const reasonOf = (decline_code: string, advice_code?: string) =>
  declineReason({ type: 'card_error', code: 'card_declined', decline_code, ...(advice_code && { advice_code }) });

/** Every decline code of https://docs.stripe.com/declines/codes, for cards. */
const told: readonly (readonly [DeclineReason, readonly string[]])[] = [
  ['insufficient-funds', ['insufficient_funds']],
  ['expired', ['expired_card']],
  ['wrong-number', ['incorrect_number', 'invalid_number', 'testmode_decline']],
  ['wrong-code', ['incorrect_cvc', 'invalid_cvc']],
  [
    'not-supported',
    [
      'card_not_supported',
      'currency_not_supported',
      'not_permitted',
      'offline_pin_required',
      'online_or_offline_pin_required',
      'transaction_not_allowed',
    ],
  ],
  ['limit', ['card_velocity_exceeded', 'invalid_amount', 'withdrawal_count_limit_exceeded']],
  [
    'try-again',
    [
      'approve_with_id',
      'duplicate_transaction',
      'issuer_not_available',
      'processing_error',
      'reenter_transaction',
      'try_again_later',
    ],
  ],
  ['do-not-try-again', ['do_not_try_again']],
  [
    'authentication-failed',
    ['authentication_not_handled', 'authentication_required', 'mobile_device_authentication_required'],
  ],
  ['card-data-invalid', ['incorrect_address', 'incorrect_zip', 'invalid_expiry_month', 'invalid_expiry_year']],
  [
    'declined',
    [
      'call_issuer',
      'do_not_honor',
      'generic_decline',
      'incorrect_pin',
      'invalid_account',
      'invalid_pin',
      'new_account_information_available',
      'no_action_taken',
      'pin_try_exceeded',
      'revocation_of_all_authorizations',
      'revocation_of_authorization',
      'service_not_allowed',
      'stop_payment_order',
    ],
  ],
];

test.each(told.flatMap(([reason, codes]) => codes.map((code) => [code, reason] as const)))(
  'a card declined with %s is told as %s',
  (code, reason) => expect(reasonOf(code)).toBe(reason),
);

const secret = [
  'fraudulent',
  'lost_card',
  'merchant_blacklist',
  'pickup_card',
  'restricted_card',
  'security_violation',
  'stolen_card',
];

test.each(secret)('a person with a card that is %s learns no more than of any declined card', (code) => {
  for (const advice of [undefined, 'do_not_try_again', 'try_again_later', 'confirm_card_data'])
    expect(reasonOf(code, advice)).toBe(reasonOf('generic_decline'));
});

test('a code that nobody knows yet, or none, is a declined card', () => {
  for (const code of ['code_of_tomorrow', 'constructor', '']) expect(reasonOf(code)).toBe('declined');
  expect(declineReason({ type: 'card_error' })).toBe('declined');
});

test('without a decline code the code of the error counts', () => {
  expect(declineReason({ type: 'card_error', code: 'expired_card' })).toBe('expired');
  expect(declineReason({ type: 'invalid_request_error', code: 'payment_intent_authentication_failure' })).toBe(
    'authentication-failed',
  );
});

test.each([
  ['do_not_try_again', 'generic_decline', 'do-not-try-again'],
  ['do_not_try_again', 'insufficient_funds', 'do-not-try-again'],
  ['try_again_later', 'do_not_honor', 'try-again'],
  ['confirm_card_data', 'generic_decline', 'card-data-invalid'],
  // The reason says more than the advice.
  ['try_again_later', 'insufficient_funds', 'insufficient-funds'],
  ['confirm_card_data', 'incorrect_cvc', 'wrong-code'],
  ['advice_of_tomorrow', 'generic_decline', 'declined'],
])('the advice %s with %s is told as %s', (advice, code, reason) => expect(reasonOf(code, advice)).toBe(reason));

test('the same card may be tried again only when that can help', () => {
  const reasons: readonly DeclineReason[] = [...told.map(([reason]) => reason), 'canceled', 'too-many-cards'];
  expect(reasons.filter(mayRetrySameCard)).toEqual([
    'wrong-number',
    'wrong-code',
    'try-again',
    'authentication-failed',
    'card-data-invalid',
  ]);
});

test('a token that the processor does not take is about the card, a mistake of ours is not', () => {
  const type = 'invalid_request_error';
  for (const param of ['confirmation_token', 'payment_method']) {
    expect(isAboutCard({ type, code: 'resource_missing', param })).toBe(true);
    expect(declineReason({ type, code: 'resource_missing', param })).toBe('card-data-invalid');
  }
  expect(isAboutCard({ type, code: 'parameter_unknown', param: 'amount' })).toBe(false);
  expect(isAboutCard({ type })).toBe(false);
});
