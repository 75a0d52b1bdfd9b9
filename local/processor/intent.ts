import type { TestCard } from './cards';
import { invalid, Refusal } from './problem';
import type { Intent, Problem } from './records';

/** Tries the card. A decline throws, and leaves the intent open for another card. */
export const confirmed = (intent: Intent, paymentMethod: string, card: TestCard): Intent => {
  if (intent.status !== 'requires_payment_method') {
    throw unexpected(intent, `This PaymentIntent could not be confirmed because it has a status of ${intent.status}.`);
  }
  const tried = { ...intent, card: card.token };
  if (card.decline) {
    const { code, declineCode, message } = card.decline;
    const problem: Problem = { type: 'card_error', code, message, ...(declineCode && { decline_code: declineCode }) };
    throw new Refusal(402, problem, { ...tried, lastError: problem, declines: (intent.declines ?? 0) + 1 });
  }
  const { lastError: _, ...rest } = { ...tried, paymentMethod };
  return intent.capture === 'manual'
    ? { ...rest, status: 'requires_capture' }
    : { ...rest, status: 'succeeded', received: intent.amount };
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

const unexpected = (intent: Intent, message: string): Refusal =>
  new Refusal(400, { type: 'invalid_request_error', code: 'payment_intent_unexpected_state', message }, intent);
