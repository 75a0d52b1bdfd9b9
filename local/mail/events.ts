import { randomUUID } from 'node:crypto';
import { bareAddress, type Sent } from './send-email';

const account = '000000000000';
const region = 'us-east-1';

type EventType = 'Delivery' | 'Bounce' | 'Complaint';

const detailTypes: Readonly<Record<EventType, string>> = {
  Delivery: 'Email Delivered',
  Bounce: 'Email Bounced',
  Complaint: 'Email Complaint Received',
};

/**
 * The events of a mail, chosen by its recipient: the names of [SES's mailbox
 * simulator](https://docs.aws.amazon.com/ses/latest/dg/send-an-email-from-console.html#send-email-simulator), at any
 * domain.
 */
const fateOf = (recipient: string): readonly EventType[] => {
  const mailbox = bareAddress(recipient).split('@')[0]?.split('+')[0]?.toLowerCase();
  if (mailbox === 'bounce') return ['Bounce'];
  if (mailbox === 'complaint') return ['Delivery', 'Complaint'];
  return ['Delivery'];
};

/**
 * The events about a mail that our configuration set asks for (lib/constructs/mail.ts), as EventBridge passes them on. Without a
 * configuration set there are none.
 */
export const eventsOf = (sent: Sent): readonly object[] => {
  if (sent.configurationSet === undefined) return [];
  return sent.recipients.flatMap((recipient) =>
    fateOf(recipient).map((type) => wrap(sent, type, detailOf(type, recipient, sent.at))),
  );
};

const wrap = (sent: Sent, type: EventType, detail: object): object => ({
  version: '0',
  id: randomUUID(),
  'detail-type': detailTypes[type],
  source: 'aws.ses',
  account,
  time: `${sent.at.toISOString().slice(0, 19)}Z`,
  region,
  resources: [`arn:aws:ses:${region}:${account}:configuration-set/${sent.configurationSet}`],
  detail: { eventType: type, mail: mailOf(sent), ...detail },
});

const mailOf = ({ at, configurationSet, from, messageId, recipients, subject, tags }: Sent): object => {
  const own = Object.entries(tags).map(([name, value]): [string, string[]] => [name, [value]]);
  return {
    timestamp: at.toISOString(),
    source: from,
    sourceArn: `arn:aws:ses:${region}:${account}:identity/${bareAddress(from)}`,
    sendingAccountId: account,
    messageId,
    destination: recipients,
    headersTruncated: false,
    headers: [
      { name: 'From', value: from },
      { name: 'To', value: recipients.join(', ') },
      { name: 'Subject', value: subject },
    ],
    commonHeaders: { from: [from], to: recipients, messageId, subject },
    tags: {
      'ses:operation': ['SendEmail'],
      'ses:configuration-set': [configurationSet],
      'ses:from-domain': [bareAddress(from).split('@')[1]],
      ...Object.fromEntries(own),
    },
  };
};

const detailOf = (type: EventType, recipient: string, at: Date): object => {
  const timestamp = at.toISOString();
  const emailAddress = bareAddress(recipient);
  switch (type) {
    case 'Delivery':
      return {
        delivery: {
          timestamp,
          processingTimeMillis: 1,
          recipients: [recipient],
          smtpResponse: '250 2.6.0 Message received',
          reportingMTA: 'local.amazonses.com',
        },
      };
    case 'Bounce':
      return {
        bounce: {
          feedbackId: randomUUID(),
          bounceType: 'Permanent',
          bounceSubType: 'General',
          bouncedRecipients: [
            { emailAddress, action: 'failed', status: '5.1.1', diagnosticCode: 'smtp; 550 5.1.1 user unknown' },
          ],
          timestamp,
          reportingMTA: 'dsn; local.amazonses.com',
        },
      };
    case 'Complaint':
      return {
        complaint: {
          feedbackId: randomUUID(),
          complaintSubType: null,
          complainedRecipients: [{ emailAddress }],
          timestamp,
          userAgent: 'Amazon SES Mailbox Simulator',
          complaintFeedbackType: 'abuse',
          arrivalDate: timestamp,
        },
      };
  }
};
