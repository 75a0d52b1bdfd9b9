import type { EventKind, MailEvent } from '../ports';

/** Our name for an event of SES; `undefined` for events about opening and clicking, which we do not use. */
export const kindOf = ({ eventType, bounce, complaint }: Published): EventKind | undefined => {
  if (eventType === 'Bounce' && bounce && !isForGood(bounce)) return 'soft-bounce';
  if (eventType === 'Complaint' && complaint && !isComplaint(complaint)) return 'delivery';
  return kinds[eventType];
};

/**
 * Whether SES counts the bounce against us. It does not count a mail that it never sent because the address is on its
 * suppression list.
 */
const isForGood = ({ bounceType, bounceSubType }: Bounce): boolean =>
  bounceType === 'Permanent' && bounceSubType !== 'OnAccountSuppressionList';

/** Somebody who takes a mail out of the spam folder is reported as a complaint, too, and means the opposite. */
export const isComplaint = ({ complaintFeedbackType }: Complaint): boolean => complaintFeedbackType !== 'not-spam';

/** The parts of an SES event that decide its kind. */
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
 * From the least to the most significant. Events arrive in any order and twice; the most significant one is kept. A
 * mail may bounce or cause a complaint after its delivery, but not the other way round.
 */
export const significance: readonly EventKind[] = [
  'send',
  'delivery-delay',
  // A full mailbox or an out-of-office reply: it tells nothing about the address.
  'soft-bounce',
  'delivery',
  'rendering-failure',
  'reject',
  'bounce',
  'complaint',
];

/** The one to keep of two events about the same mail; the first if both are of one kind. */
export const moreSignificant = (one: MailEvent, other: MailEvent): MailEvent =>
  significance.indexOf(other.kind) > significance.indexOf(one.kind) ? other : one;
