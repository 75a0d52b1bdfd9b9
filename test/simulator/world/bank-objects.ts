import type { StripeAnswer } from '../../../lambdas/payment/stripe/call';

/** A PaymentIntent of the simulated processor. */
export interface Intent {
  readonly id: string;
  readonly clientSecret: string;
  /** Changed only while it holds nothing. */
  amount: number;
  readonly currency: string;
  readonly registrationId: string;
  readonly metadata: Readonly<Record<string, string>>;
  /** After the bank's question our server has to confirm again; otherwise the answer holds the money at once. */
  readonly isManual: boolean;
  readonly createdAt: number;
  status:
    | 'requires_payment_method'
    | 'requires_action'
    | 'requires_confirmation'
    | 'requires_capture'
    | 'succeeded'
    | 'canceled';
  /** The payment method or confirmation token that was confirmed last. */
  card?: string;
  lastError?: Readonly<Record<string, string>>;
  /** How often money was captured: more than once must never happen. */
  captures: number;
  /** How much of it was taken. */
  taken: number;
  failsToCapture?: 'refused' | 'expired';
  readonly refunds: Refund[];
}

export interface Refund {
  readonly amount: number;
  readonly registrationId: string;
  readonly upTo: string;
}

/** As the API shows it. */
export const shown = (intent: Intent) => ({
  id: intent.id,
  object: 'payment_intent',
  client_secret: intent.clientSecret,
  status: intent.status,
  amount: intent.amount,
  amount_received: intent.taken,
  currency: intent.currency,
  created: Math.floor(intent.createdAt / 1000),
  last_payment_error: intent.lastError ?? null,
  metadata: intent.metadata,
});

export const shownRefund =
  ({ id, currency }: Intent) =>
  ({ amount, registrationId, upTo }: Refund) => ({
    object: 'refund',
    status: 'succeeded',
    amount,
    currency,
    payment_intent: id,
    metadata: { registration_id: registrationId, up_to: upTo },
  });

export const refusal = (status: number, error: Readonly<Record<string, string>>, intent?: Intent): StripeAnswer => ({
  status,
  body: { error: { ...error, ...(intent && { payment_intent: shown(intent) }) } },
});

export const missing = (): StripeAnswer => refusal(404, { type: 'invalid_request_error', code: 'resource_missing' });

export const unexpected = (intent: Intent): StripeAnswer =>
  refusal(400, { type: 'invalid_request_error', code: 'payment_intent_unexpected_state' }, intent);

export const declinedCard = {
  type: 'card_error',
  code: 'card_declined',
  decline_code: 'generic_decline',
  message: 'Your card was declined.',
} as const;

export const failedAuthentication = {
  type: 'invalid_request_error',
  code: 'payment_intent_authentication_failure',
  message: 'Your bank could not authenticate you.',
} as const;
