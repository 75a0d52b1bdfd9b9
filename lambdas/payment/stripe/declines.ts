import type { DeclineReason } from '../../domain/money/payment';
import type { PaymentError } from './messages';

/**
 * What the runner is told for a `decline_code`, or for a `code` without one: https://docs.stripe.com/declines/codes.
 * Every other code is `declined`, as are those of which only the bank may speak.
 */
const reasons: ReadonlyMap<string, DeclineReason> = new Map([
  ['approve_with_id', 'try-again'],
  ['authentication_not_handled', 'authentication-failed'],
  ['authentication_required', 'authentication-failed'],
  ['call_issuer', 'declined'],
  ['card_decline_rate_limit_exceeded', 'do-not-try-again'],
  ['card_declined', 'declined'],
  ['card_not_supported', 'not-supported'],
  ['card_velocity_exceeded', 'limit'],
  ['currency_not_supported', 'not-supported'],
  ['do_not_honor', 'declined'],
  ['do_not_try_again', 'do-not-try-again'],
  ['duplicate_transaction', 'try-again'],
  ['expired_card', 'expired'],
  ['fraudulent', 'declined'],
  ['generic_decline', 'declined'],
  ['incorrect_address', 'card-data-invalid'],
  ['incorrect_cvc', 'wrong-code'],
  ['incorrect_number', 'wrong-number'],
  ['incorrect_pin', 'declined'],
  ['incorrect_zip', 'card-data-invalid'],
  ['insufficient_funds', 'insufficient-funds'],
  ['invalid_account', 'declined'],
  ['invalid_amount', 'limit'],
  ['invalid_characters', 'card-data-invalid'],
  ['invalid_cvc', 'wrong-code'],
  ['invalid_expiry_month', 'card-data-invalid'],
  ['invalid_expiry_year', 'card-data-invalid'],
  ['invalid_number', 'wrong-number'],
  ['invalid_pin', 'declined'],
  ['issuer_not_available', 'try-again'],
  ['lost_card', 'declined'],
  ['merchant_blacklist', 'declined'],
  ['mobile_device_authentication_required', 'authentication-failed'],
  ['new_account_information_available', 'declined'],
  ['no_action_taken', 'declined'],
  ['not_permitted', 'not-supported'],
  ['offline_pin_required', 'not-supported'],
  ['online_or_offline_pin_required', 'not-supported'],
  ['payment_intent_authentication_failure', 'authentication-failed'],
  ['payment_intent_payment_attempt_expired', 'authentication-failed'],
  ['payment_intent_payment_attempt_failed', 'declined'],
  ['pickup_card', 'declined'],
  ['pin_try_exceeded', 'declined'],
  ['processing_error', 'try-again'],
  ['reenter_transaction', 'try-again'],
  ['restricted_card', 'declined'],
  ['revocation_of_all_authorizations', 'declined'],
  ['revocation_of_authorization', 'declined'],
  ['security_violation', 'declined'],
  ['service_not_allowed', 'declined'],
  ['stolen_card', 'declined'],
  ['stop_payment_order', 'declined'],
  ['testmode_decline', 'wrong-number'],
  ['transaction_not_allowed', 'not-supported'],
  ['try_again_later', 'try-again'],
  ['withdrawal_count_limit_exceeded', 'limit'],
]);

/**
 * Somebody with a card that is not theirs must not learn that its owner or its bank knows: not even by the advice, which
 * an ordinary decline has seldom.
 */
const secret: ReadonlySet<string> = new Set([
  'fraudulent',
  'lost_card',
  'merchant_blacklist',
  'pickup_card',
  'restricted_card',
  'security_violation',
  'stolen_card',
]);

/** What the bank advises: https://docs.stripe.com/declines/card#retrying-issuer-declines */
const advised: ReadonlyMap<string, DeclineReason> = new Map([
  ['confirm_card_data', 'card-data-invalid'],
  ['do_not_try_again', 'do-not-try-again'],
  ['try_again_later', 'try-again'],
]);

/** An error about one of these fields is about a token that is unknown, used or too old. */
const cardFields: ReadonlySet<string> = new Set(['confirmation_token', 'payment_method']);

/** Whether the card is at fault for this error. Else our request or our account is. */
export const isAboutCard = ({ type, param }: PaymentError): boolean =>
  type === 'card_error' || cardFields.has(param ?? '');

/** The bank's advice goes first where it forbids the card, and where there is no reason of its own. */
export const declineReason = ({ code, decline_code, advice_code, param }: PaymentError): DeclineReason => {
  const word = decline_code ?? code ?? '';
  if (secret.has(word)) return 'declined';
  const reason = reasons.get(word) ?? (cardFields.has(param ?? '') ? 'card-data-invalid' : 'declined');
  const advice = advised.get(advice_code ?? '');
  return advice && (reason === 'declined' || advice === 'do-not-try-again') ? advice : reason;
};
