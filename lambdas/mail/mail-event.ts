import type { EventKind, MailEvent } from './ports';

/** What SES publishes to our word for it; undefined for events about reading, which we do not ask for. */
export const kindOf = ({ eventType, bounce, complaint }: Published): EventKind | undefined => {
  if (eventType === 'Bounce' && bounce && !isForGood(bounce)) return 'soft-bounce';
  if (eventType === 'Complaint' && complaint && !isComplaint(complaint)) return 'delivery';
  return kinds[eventType];
};

/** Counted against us by SES. Not what it did not even send, because the address is on its list of those that bounced. */
const isForGood = ({ bounceType, bounceSubType }: Bounce): boolean =>
  bounceType === 'Permanent' && bounceSubType !== 'OnAccountSuppressionList';

/** Somebody who takes a mail out of the spam folder does the opposite. */
export const isComplaint = ({ complaintFeedbackType }: Complaint): boolean => complaintFeedbackType !== 'not-spam';

/** As much of what SES publishes as says which kind it is. */
interface Published {
  readonly eventType: string;
  readonly bounce?: Bounce | undefined;
  readonly complaint?: Complaint | undefined;
}
interface Bounce {
  readonly bounceType: string;
  readonly bounceSubType?: string | undefined;
}
interface Complaint {
  readonly complaintFeedbackType?: string | null | undefined;
}

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
  // A full mailbox, or a machine that answers for somebody who is away: it says nothing of the address.
  'soft-bounce',
  'delivery',
  'rendering-failure',
  'reject',
  'bounce',
  'complaint',
];

/** The one that is kept of two about the same mail; of two alike the first. */
export const weightier = (one: MailEvent, other: MailEvent): MailEvent =>
  weight.indexOf(other.kind) > weight.indexOf(one.kind) ? other : one;
