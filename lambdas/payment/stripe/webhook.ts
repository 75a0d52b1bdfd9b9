import { createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import type { Secret } from '../../platform/secret';
import type { ProcessorWebhook, WebhookEvent, WebhookFault } from '../ports';
import { dispute } from './disputes';
import { event, heldPayment, intent, newsOf, refund } from './messages';

interface Needs {
  readonly secret: Secret;
  readonly now: () => Date;
}

const toleranceSeconds = 300;
/** Not `charge.refunded`: the order that makes a refund reports it itself. */
const paymentEvents = new Set(['payment_intent.succeeded', 'payment_intent.canceled']);
/**
 * Accounts send a failed refund under one of the last types or under all; the types also report refunds that did not fail, and refunds that
 * somebody made by hand.
 */
const refundEvents = new Set(['refund.created', 'refund.failed', 'refund.updated', 'charge.refund.updated']);
const disputeEvents = /^charge\.dispute\./;
const fraudEvent = 'radar.early_fraud_warning.created';

/**
 * Verifies Stripe's webhooks: `Stripe-Signature: t=<seconds>,v1=<hex HMAC-SHA-256 of "t.body">`, with several v1 while
 * keys rotate. https://docs.stripe.com/webhooks#verify-manually
 */
export const stripeWebhook = ({ secret, now }: Needs): ProcessorWebhook => ({
  async open(rawBody, signature) {
    const { webhookSecret } = await secret();
    if (!webhookSecret) throw new Error('The processor secret must have a field `webhookSecret`.');

    const { time, signatures } = partsOf(signature ?? '');
    if (!time || signatures.length === 0) return forged('no-signature');
    if (Math.abs(now().getTime() / 1000 - Number(time)) > toleranceSeconds) {
      return forged('wrong-time');
    }
    const expected = createHmac('sha256', webhookSecret).update(`${time}.${rawBody}`).digest();
    if (!signatures.some((given) => isEqual(given, expected))) return forged('wrong-signature');
    return eventOf(rawBody);
  },
});

const partsOf = (header: string) => {
  const parts = header.split(',').map((part) => part.trim().split('='));
  return {
    time: parts.find(([key, value]) => key === 't' && /^\d{1,12}$/.test(value ?? ''))?.[1],
    signatures: parts.flatMap(([key, value]) => (key === 'v1' && value ? [value] : [])),
  };
};

const isEqual = (given: string, expected: Buffer): boolean => {
  const bytes = Buffer.from(given, 'hex');
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
};

/** Events of other types are ignored, whatever they contain. */
const eventOf = (rawBody: string): WebhookEvent => {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), event), rawBody);
  if (read.success && refundEvents.has(read.output.type)) return refundEventOf(read.output.data.object);
  if (read.success && disputeEvents.test(read.output.type)) return disputeEventOf(read.output.data.object);
  if (read.success && read.output.type === fraudEvent) return fraudEventOf(read.output.data.object);
  if (!read.success || !paymentEvents.has(read.output.type)) return { kind: 'other' };
  const claimed = v.safeParse(intent, read.output.data.object);
  const payment = claimed.success ? heldPayment(claimed.output) : undefined;
  return payment ? { kind: 'payment', claimed: payment } : { kind: 'other' };
};

const refundEventOf = (object: unknown): WebhookEvent => {
  const claimed = v.safeParse(refund, object);
  if (!claimed.success) return { kind: 'other' };
  const { payment_intent: authorisation } = claimed.output;
  const news = newsOf(claimed.output);
  return authorisation === null || news.length === 0 ? { kind: 'other' } : { kind: 'refund', authorisation, news };
};

const disputeEventOf = (object: unknown): WebhookEvent => {
  const claimed = v.safeParse(v.pick(dispute, ['id']), object);
  return claimed.success ? { kind: 'disputed', dispute: claimed.output.id } : { kind: 'other' };
};

/** The fields that we use: https://docs.stripe.com/api/radar/early_fraud_warnings/object */
const fraudWarning = v.object({
  id: v.pipe(v.string(), v.regex(/^issfr_[A-Za-z0-9_]{1,250}$/)),
  payment_intent: v.string(),
  fraud_type: v.string(),
});

const fraudEventOf = (object: unknown): WebhookEvent => {
  const claimed = v.safeParse(fraudWarning, object);
  if (!claimed.success) return { kind: 'other' };
  const { id, payment_intent: authorisation, fraud_type: type } = claimed.output;
  return { kind: 'fraud-warned', authorisation, warning: { id, type } };
};

const forged = (cause: WebhookFault): WebhookEvent => ({ kind: 'forged', cause });
