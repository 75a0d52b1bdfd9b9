import { cardWithToken } from './cards';
import type { Intent, Method, Refund } from './records';
import { statusOf } from './refund';

/** A PaymentIntent as Stripe's API shows it. */
export const showIntent = (intent: Intent) => ({
  id: intent.id,
  object: 'payment_intent',
  amount: intent.amount,
  amount_capturable: intent.status === 'requires_capture' ? intent.amount : 0,
  amount_received: intent.received ?? 0,
  canceled_at: intent.canceledAt ?? null,
  cancellation_reason: intent.cancellation ?? null,
  capture_method: intent.capture,
  client_secret: `${intent.id}_secret_sandbox`,
  confirmation_method: 'automatic',
  created: intent.created,
  currency: intent.currency,
  description: intent.description ?? null,
  last_payment_error: intent.lastError ?? null,
  livemode: false,
  metadata: intent.metadata,
  next_action: null,
  payment_method: intent.paymentMethod ?? null,
  payment_method_types: ['card'],
  status: intent.status,
});

/** A Refund as Stripe's API shows it. The sandbox has payment intents but no charges. */
export const showRefund = (refund: Refund, now = Date.now()) => ({
  id: refund.id,
  object: 'refund',
  amount: refund.amount,
  balance_transaction: null,
  charge: null,
  created: refund.created,
  currency: refund.currency,
  ...(statusOf(refund, now) === 'failed' && { failure_reason: 'expired_or_canceled_card' }),
  metadata: refund.metadata,
  payment_intent: refund.intent,
  reason: refund.reason ?? null,
  receipt_number: null,
  status: statusOf(refund, now),
});

export const showMethod = ({ id, created, card, month, year }: Method) => {
  const { brand, number } = cardWithToken(card) ?? { brand: 'unknown', number: '' };
  return {
    id,
    object: 'payment_method',
    type: 'card',
    card: { brand, last4: number.slice(-4), exp_month: month, exp_year: year, funding: 'credit' },
    created,
    customer: null,
    livemode: false,
    metadata: {},
  };
};
