import { randomBytes, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { AcceptedMails } from './accepted-mails';
import { Problem } from './problem';
import type { Settings } from './settings';

const addresses = v.optional(v.array(v.string()), []);
const text = v.object({ Data: v.string() });

/** The part of a SendEmail request that SES checks before it accepts. */
const request = v.object({
  FromEmailAddress: v.string(),
  Destination: v.object({ ToAddresses: addresses, CcAddresses: addresses, BccAddresses: addresses }),
  Content: v.union([
    v.object({
      Simple: v.object({ Subject: text, Body: v.object({ Text: v.optional(text), Html: v.optional(text) }) }),
    }),
    v.object({ Raw: text }),
    v.object({ Template: v.looseObject({}) }),
  ]),
  ConfigurationSetName: v.optional(v.string()),
  EmailTags: v.optional(v.array(v.object({ Name: v.string(), Value: v.string() })), []),
});

/** A mail that SES accepted. */
export interface Sent {
  readonly messageId: string;
  readonly at: Date;
  readonly from: string;
  readonly recipients: readonly string[];
  readonly subject: string;
  readonly configurationSet: string | undefined;
  readonly tags: Readonly<Record<string, string>>;
}

interface Needs {
  readonly accepted: AcceptedMails;
  readonly settings: () => Settings;
  readonly now: () => Date;
}

/** `ada@example.com` from `Ada <ada@example.com>`. */
export const bareAddress = (address: string): string => /<([^<>]*)>\s*$/.exec(address)?.[1] ?? address.trim();

/** Accepts a mail or throws a Problem, in the order in which SES checks: the request, the account, the quotas. */
export const sendEmail = ({ accepted, settings, now }: Needs) => {
  return (input: unknown): Sent => {
    const read = v.safeParse(request, input);
    if (!read.success)
      throw new Problem(
        'BadRequestException',
        `Invalid request: ${v.getDotPath(read.issues[0]) ?? 'body'}: ${read.issues[0].message}`,
      );
    const { ConfigurationSetName, Content, Destination, EmailTags, FromEmailAddress } = read.output;
    const recipients = [...Destination.ToAddresses, ...Destination.CcAddresses, ...Destination.BccAddresses];
    checkAddresses([FromEmailAddress, ...recipients], recipients.length);
    checkTags(EmailTags);
    const at = now();
    const { max24HourSend, maxSendRate, rejectedAddresses, sendingEnabled, throttledShare } = settings();
    if (!sendingEnabled) throw new Problem('SendingPausedException', 'Email sending is paused for your account.');
    if (recipients.some((recipient) => rejectedAddresses.includes(bareAddress(recipient))))
      throw new Problem('MessageRejected', 'Email address is not verified.');
    const { lastDay, lastSecond } = accepted.counts(at.getTime());
    if (max24HourSend >= 0 && lastDay + recipients.length > max24HourSend)
      throw new Problem('TooManyRequestsException', 'Daily message quota exceeded.');
    if (lastSecond + recipients.length > maxSendRate || Math.random() < throttledShare)
      throw new Problem('TooManyRequestsException', 'Maximum sending rate exceeded.');
    const messageId = `0100${randomBytes(6).toString('hex')}-${randomUUID()}-000000`;
    const tags = Object.fromEntries(EmailTags.map(({ Name, Value }) => [Name, Value]));
    accepted.add({ at: at.getTime(), messageId, recipients, tags });
    return {
      messageId,
      at,
      from: FromEmailAddress,
      recipients,
      subject: 'Simple' in Content ? Content.Simple.Subject.Data : '',
      configurationSet: ConfigurationSetName,
      tags,
    };
  };
};

const checkAddresses = (all: readonly string[], recipients: number): void => {
  if (recipients === 0) throw new Problem('BadRequestException', 'Destination is required.');
  if (recipients > 50) throw new Problem('BadRequestException', 'Recipient count exceeds 50.');
  for (const address of all) {
    const bare = bareAddress(address);
    if (!/^[^@\s]+@[^@\s]+$/.test(bare)) throw new Problem('BadRequestException', "Missing final '@domain'");
    if (!/^[\x21-\x7e]+$/.test(bare) || !/^[\x20-\x7e]*$/.test(address))
      throw new Problem('BadRequestException', 'Local address contains control or whitespace');
  }
};

const checkTags = (tags: readonly { Name: string; Value: string }[]): void => {
  for (const part of tags.flatMap(({ Name, Value }) => [Name, Value]))
    if (!/^[\w.@-]{1,256}$/.test(part))
      throw new Problem(
        'BadRequestException',
        `Invalid tag <${part}>: only alphanumeric ASCII characters, '_', '-', '.', and '@' are allowed.`,
      );
};
