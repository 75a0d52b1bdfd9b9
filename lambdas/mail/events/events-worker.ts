import { reader } from '../../api/read';
import { batchWorker } from '../../platform/queue/worker';
import { mailEventMessage, orderOf, type SesEvent } from '../messages';
import type { Alerts, MailEvent, MailEvents } from '../ports';
import { isComplaint, kindOf } from './mail-event';

interface Needs {
  readonly mailEvents: MailEvents;
  readonly alerts: Alerts;
  /** Whether an event is at fault and not the database: then the whole batch would fail for ever. */
  readonly isPoison: (error: unknown) => boolean;
}

interface ReceivedEvent {
  readonly messageId: string;
  readonly event: MailEvent;
}

/** Records bounces, complaints and deliveries, which arrive in any order and repeatedly. */
export const eventsWorker = ({ mailEvents, alerts, isPoison }: Needs) => {
  const record = async (received: readonly ReceivedEvent[]): Promise<void> => {
    const unknown = await mailEvents.record(received.map(({ event }) => event));
    for (const { kind, messageId } of unknown)
      alerts.warn('SES reports a mail that is not in the database.', { kind, sesMessageId: messageId });
  };

  /** Records one by one. Returns the ids of the messages to deliver again. */
  const recordEach = async (received: readonly ReceivedEvent[]): Promise<readonly string[]> => {
    const failed: string[] = [];
    for (const one of received) {
      try {
        await record([one]);
      } catch (error) {
        alerts.error('An event of SES cannot be recorded.', error, { messageId: one.messageId });
        failed.push(one.messageId);
      }
    }
    return failed;
  };

  return batchWorker(reader(mailEventMessage), async (messages) => {
    const received = messages.flatMap(({ messageId, body }) => eventIn(messageId, body));
    for (const { event } of received) alerts.count(`Mail-${event.kind}`);
    if (received.length === 0) return [];
    try {
      await record(received);
      return [];
    } catch (error) {
      if (!isPoison(error)) throw error;
      return recordEach(received);
    }
  });
};

const eventIn = (messageId: string, published: SesEvent): ReceivedEvent[] => {
  const kind = kindOf(published);
  if (!kind) return [];
  const { mail } = published;
  return [
    {
      messageId,
      event: { kind, messageId: mail.messageId, order: orderOf(published), suppress: addressesToSuppress(published) },
    },
  ];
};

/** Addresses that do not exist, and addresses of people who do not want our mail. */
const addressesToSuppress = ({ eventType, bounce, complaint }: SesEvent): string[] => {
  if (eventType === 'Bounce' && bounce?.bounceType === 'Permanent') return bounce.bouncedRecipients.map(addressOf);
  if (eventType === 'Complaint' && complaint && isComplaint(complaint))
    return complaint.complainedRecipients.map(addressOf);
  return [];
};

/** `ada@example.com` from `Ada <ada@example.com>`. */
const addressOf = ({ emailAddress }: { readonly emailAddress: string }) =>
  (/<([^<>]*)>\s*$/.exec(emailAddress)?.[1] ?? emailAddress).trim();
