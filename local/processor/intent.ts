import type { TestCard } from './cards';
import { invalid, Refusal } from './problem';
import type { Intent, Problem } from './records';

/** The card of a confirmation. */
export interface PaymentCard {
  /** Id of the payment method. */
  readonly paymentMethod: string;
  readonly card: TestCard;
}

/** The present payment method is confirmed again after the bank's question. */
const confirmable: readonly Intent['status'][] = ['requires_payment_method', 'requires_confirmation'];

/**
 * Tries a card, or the card that is there already. A decline throws, and leaves the intent open for another card. A
 * card whose bank asks first leaves it in `requires_action`.
 */
export const confirmed = (intent: Intent, given: PaymentCard, isActionAnError: boolean): Intent => {
  assertConfirmable(intent);
  const { paymentMethod, card } = given;
  const isSameCard = intent.status === 'requires_confirmation' && intent.paymentMethod === paymentMethod;
  const passed = isSameCard ? (intent.challengesPassed ?? 0) : 0;
  const { lastError: _, lastMethod: __, challengesPassed: ___, ...rest } = intent;
  const tried: Intent = { ...rest, paymentMethod, card: card.token, ...(passed > 0 && { challengesPassed: passed }) };
  if ((card.challenge?.times ?? 0) > passed) {
    if (isActionAnError) throw refusedCard(tried, authenticationRequired);
    return { ...tried, status: 'requires_action' };
  }
  return charged(tried, card);
};

/** Throws `payment_intent_unexpected_state` when no card can be tried now. */
export const assertConfirmable = (intent: Intent): void => {
  if (confirmable.includes(intent.status)) return;
  throw unexpected(intent, `This PaymentIntent could not be confirmed because it has a status of ${intent.status}.`);
};

const changeable: readonly Intent['status'][] = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

/** Another amount, as long as no money is held. */
export const withAmount = (intent: Intent, amount: number): Intent => {
  if (!changeable.includes(intent.status)) {
    const message = `This PaymentIntent's amount could not be updated because it has a status of ${intent.status}. You may only update the amount of a PaymentIntent with one of the following statuses: ${changeable.join(', ')}.`;
    throw unexpected(intent, message);
  }
  return { ...intent, amount };
};

export type ChallengeOutcome = 'pass' | 'fail' | 'close';

/**
 * The runner answered their bank. Money is held only when the server confirms after that, unless the confirmation
 * method is automatic.
 */
export const authenticated = (intent: Intent, outcome: ChallengeOutcome, card: TestCard): Intent => {
  if (intent.status !== 'requires_action')
    throw unexpected(intent, `This PaymentIntent has no action to handle: it has a status of ${intent.status}.`);
  // Stripe.js treats a closed window as a failed authentication.
  if (outcome !== 'pass') return { ...withoutCard(intent), lastError: failedAuthentication };
  const passed: Intent = { ...intent, challengesPassed: (intent.challengesPassed ?? 0) + 1 };
  return intent.confirmation === 'manual' ? { ...passed, status: 'requires_confirmation' } : charged(passed, card);
};

export const captured = (intent: Intent, amount: number, card: TestCard | undefined, seconds: number): Intent => {
  if (intent.status !== 'requires_capture') {
    throw unexpected(intent, `This PaymentIntent could not be captured because it has a status of ${intent.status}.`);
  }
  if (amount < 1 || amount > intent.amount) {
    throw invalid(
      `The amount to capture must be between 1 and ${intent.amount}.`,
      'amount_to_capture',
      'amount_too_large',
    );
  }
  if (card?.captureFails === 'refused') {
    throw new Refusal(
      402,
      {
        type: 'card_error',
        code: 'card_declined',
        decline_code: 'generic_decline',
        message: 'Your card was declined.',
      },
      intent,
    );
  }
  if (card?.captureFails === 'expired') {
    const message = 'The payment cannot be captured because its authorization has expired.';
    const expired = canceled(intent, 'automatic', seconds);
    throw new Refusal(400, { type: 'invalid_request_error', code: 'charge_expired_for_capture', message }, expired);
  }
  return { ...intent, status: 'succeeded', received: amount };
};

export const canceled = (intent: Intent, cancellation: string, seconds: number): Intent => {
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    throw unexpected(intent, `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`);
  }
  return { ...intent, status: 'canceled', cancellation, canceledAt: seconds };
};

const charged = (intent: Intent, card: TestCard): Intent => {
  if (card.decline) {
    const { code, declineCode, advice, message } = card.decline;
    throw refusedCard(intent, {
      type: 'card_error',
      code,
      message,
      ...(declineCode && { decline_code: declineCode }),
      ...(advice && { advice_code: advice }),
    });
  }
  return intent.capture === 'manual'
    ? { ...intent, status: 'requires_capture' }
    : { ...intent, status: 'succeeded', received: intent.amount };
};

const refusedCard = (intent: Intent, problem: Problem): Refusal =>
  new Refusal(402, problem, {
    ...withoutCard(intent),
    lastError: problem,
    declines: (intent.declines ?? 0) + 1,
  });

const withoutCard = ({ paymentMethod, challengesPassed: _, ...rest }: Intent): Intent => ({
  ...rest,
  ...(paymentMethod !== undefined && { lastMethod: paymentMethod }),
  status: 'requires_payment_method',
});

const authenticationRequired: Problem = {
  type: 'card_error',
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
};

const failedAuthentication: Problem = {
  type: 'invalid_request_error',
  code: 'payment_intent_authentication_failure',
  message: 'The provided PaymentMethod has failed authentication. Provide another one to try again.',
};

const unexpected = (intent: Intent, message: string): Refusal =>
  new Refusal(400, { type: 'invalid_request_error', code: 'payment_intent_unexpected_state', message }, intent);
