import { recordWorker } from '../platform/queue/worker';
import { kindOf } from './mail-event';
import { mailEventMessage, orderOf, type SesEvent } from './messages';
import type { Bell, MailEvents } from './ports';

interface Needs {
  readonly mailEvents: MailEvents;
  readonly bell: Bell;
}

/** Bounces, complaints, deliveries: in any order, any number of times. */
export const eventsWorker = ({ mailEvents, bell }: Needs) =>
  recordWorker(mailEventMessage, async (event) => {
    const kind = kindOf(event.eventType);
    if (!kind) return;
    bell.count(`Mail-${kind}`);
    const { messageId } = event.mail;
    const known = await mailEvents.record({ kind, messageId, order: orderOf(event), suppress: unwanted(event) });
    if (!known) bell.warn('SES tells of a mail nobody here knows.', { kind, sesMessageId: messageId });
  });

/** Addresses that do not exist, and people who do not want our mail. */
const unwanted = ({ eventType, bounce, complaint }: SesEvent): string[] => {
  if (eventType === 'Bounce' && bounce?.bounceType === 'Permanent') return bounce.bouncedRecipients.map(addressOf);
  // Somebody took a mail out of the spam folder: the opposite of a complaint.
  if (eventType === 'Complaint' && complaint && complaint.complaintFeedbackType !== 'not-spam') {
    return complaint.complainedRecipients.map(addressOf);
  }
  return [];
};

/** `ada@example.com` from `Ada <ada@example.com>`. */
const addressOf = ({ emailAddress }: { readonly emailAddress: string }) =>
  (/<([^<>]*)>\s*$/.exec(emailAddress)?.[1] ?? emailAddress).trim();
