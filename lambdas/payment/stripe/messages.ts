import * as v from 'valibot';
import type { HeldPayment, PaidCard, RefundNews } from '../../domain/money/payment';

/** No status, or one that Stripe adds one day, is read as `unclear`: it tells nothing, and is no failure of ours. */
export const statusIn = <T extends string>(known: readonly T[], unclear: T) =>
  v.pipe(
    v.nullable(v.string()),
    v.transform((status): T => known.find((one) => one === status) ?? unclear),
  );

const paymentError = v.object({
  type: v.string(),
  code: v.nullish(v.string()),
  decline_code: v.nullish(v.string()),
  advice_code: v.nullish(v.string()),
  message: v.nullish(v.string()),
  param: v.nullish(v.string()),
});

/** What a request for `latest_charge` adds: https://docs.stripe.com/api/charges/object#charge_object-payment_method_details-card */
const charge = v.object({
  payment_method_details: v.nullish(
    v.object({
      card: v.optional(
        v.object({
          brand: v.nullable(v.string()),
          last4: v.nullable(v.string()),
          wallet: v.nullish(v.object({ type: v.string() })),
        }),
      ),
    }),
  ),
});

/** The fields of Stripe's PaymentIntent that we use: https://docs.stripe.com/api/payment_intents/object */
export const intent = v.object({
  id: v.pipe(v.string(), v.regex(/^pi_[A-Za-z0-9_]{1,250}$/)),
  object: v.literal('payment_intent'),
  status: statusIn(
    [
      'requires_payment_method',
      'requires_confirmation',
      'requires_action',
      'processing',
      'requires_capture',
      'succeeded',
      'canceled',
    ],
    'processing',
  ),
  amount: v.number(),
  amount_received: v.optional(v.number(), 0),
  currency: v.string(),
  metadata: v.record(v.string(), v.string()),
  client_secret: v.nullish(v.string()),
  last_payment_error: v.nullish(paymentError),
  // Money that was taken does not wait for a card that cannot be read.
  latest_charge: v.optional(v.fallback(v.union([v.null(), v.string(), charge]), null)),
});

export const failure = v.object({ error: v.object({ ...paymentError.entries, payment_intent: v.optional(intent) }) });

export const found = v.object({ data: v.array(intent) });

/** A page of a list, newest first; the next page begins after its last item. */
export const listed = v.object({ data: v.array(intent), has_more: v.boolean() });

/**
 * The fields of Stripe's Refund that we use: https://docs.stripe.com/api/refunds/object. A refund may fail after it
 * succeeded, when the bank returns the money.
 */
export const refund = v.object({
  object: v.literal('refund'),
  status: statusIn(['pending', 'requires_action', 'succeeded', 'failed', 'canceled'], 'requires_action'),
  amount: v.number(),
  currency: v.string(),
  payment_intent: v.nullable(v.string()),
  failure_reason: v.nullish(v.string()),
  metadata: v.nullish(v.record(v.string(), v.string()), {}),
});

export const refunds = v.object({ data: v.array(refund) });

/** A page of all refunds, newest first. */
export const refundPage = v.object({
  data: v.array(v.object({ id: v.string(), ...refund.entries })),
  has_more: v.boolean(),
});

/** The total given back once this refund of ours is done. */
export const upToOf = ({ amount, metadata }: Refunded): number => Number(metadata?.up_to ?? amount);

/** The sum of their amounts, in the currency's smallest unit. */
export const sumOf = (all: readonly Refunded[]): number => all.reduce((sum, { amount }) => sum + amount, 0);

/** The money is back at the bank or the processor. */
export const isLost = ({ status }: Refunded): boolean => status === 'failed' || status === 'canceled';

/** What a refund may tell that nobody here knows: that somebody made it by hand, and that it came back. */
export const newsOf = (one: Refunded): readonly RefundNews[] => [
  ...(one.metadata?.registration_id === undefined ? (['refunded-by-hand'] as const) : []),
  ...(isLost(one) ? (['refund-failed'] as const) : []),
];

/** Why the money came back, in Stripe's words. */
export const whyLost = ({ status, failure_reason }: Refunded): string =>
  `${status}: ${failure_reason ?? 'no reason given'}`;

export const event = v.object({
  type: v.string(),
  data: v.object({ object: v.unknown() }),
});

export type Intent = v.InferOutput<typeof intent>;
export type Refunded = v.InferOutput<typeof refund>;
export type PaymentError = v.InferOutput<typeof paymentError>;
export type Failure = v.InferOutput<typeof failure>['error'];

const states = {
  requires_payment_method: 'open',
  requires_confirmation: 'open',
  requires_action: 'open',
  processing: 'open',
  requires_capture: 'authorised',
  succeeded: 'captured',
  canceled: 'voided',
} as const satisfies Record<Intent['status'], HeldPayment['state']>;

/** `undefined` unless the charge was asked for, and a card paid it. */
export const cardOf = ({ latest_charge: charged }: Intent): PaidCard | undefined => {
  const card = typeof charged === 'string' ? undefined : charged?.payment_method_details?.card;
  if (!card?.brand || !card.last4) return undefined;
  const { brand, last4, wallet } = card;
  return { brand, last4, ...(wallet && { wallet: wallet.type }) };
};

/** `undefined` when the intent is not ours: an account may serve other shops, too. */
export const heldPayment = (found: Intent): HeldPayment | undefined => {
  const { registration_id: registrationId, race_id: raceId, event_id: eventId, purpose } = found.metadata;
  if (!registrationId) return undefined;
  const card = cardOf(found);
  return {
    registrationId,
    authorisation: found.id,
    amount: found.amount,
    currency: found.currency.toUpperCase(),
    ...(raceId && { raceId }),
    ...(eventId && { eventId }),
    ...((purpose === 'move' || purpose === 'fee') && { purpose }),
    state: states[found.status],
    ...(found.status === 'succeeded' && found.amount_received < found.amount && { taken: found.amount_received }),
    ...(card && { card }),
  };
};
