import type { EventKind, MailEvent } from './ports';

/** SES's name of an event to ours; undefined for events about reading, which we do not ask for. */
export const kindOf = (eventType: string): EventKind | undefined => kinds[eventType];

const kinds: Readonly<Record<string, EventKind | undefined>> = {
  Send: 'send',
  DeliveryDelay: 'delivery-delay',
  Delivery: 'delivery',
  'Rendering Failure': 'rendering-failure',
  Reject: 'reject',
  Bounce: 'bounce',
  Complaint: 'complaint',
};

/**
 * From light to weighty. Events arrive in any order and twice: the weightiest is kept. A mail may bounce, or be
 * complained of, after it was delivered; the reverse does not happen.
 */
export const weight: readonly EventKind[] = [
  'send',
  'delivery-delay',
  'delivery',
  'rendering-failure',
  'reject',
  'bounce',
  'complaint',
];

/** The one that is kept of two about the same mail; of two alike the first. */
export const weightier = (one: MailEvent, other: MailEvent): MailEvent =>
  weight.indexOf(other.kind) > weight.indexOf(one.kind) ? other : one;
