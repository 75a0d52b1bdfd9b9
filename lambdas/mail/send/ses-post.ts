import * as v from 'valibot';
import type { Order } from '../../domain/mail-order';
import { type CallSes, SesError } from '../../platform/aws/call-ses';
import type { Letter, Post, Posted } from '../ports';
import type { Quota } from './quota';

interface Options {
  /** An address of a verified domain: `mail@startline.example`. */
  readonly sender: string;
  readonly configurationSet: string;
  readonly now: () => Date;
  readonly callSes: CallSes;
}

const quotaFreshForMs = 60_000;
/** When SES does not answer, the last known quota serves for this time: it hardly ever changes. */
const quotaKeptForMs = 600_000;

/** Sends by SES. An error of SES is a result, not thrown; `quota` throws when no quota is known. */
export class SesPost implements Post {
  readonly #sender: string;
  readonly #configurationSet: string;
  readonly #now: () => Date;
  readonly #callSes: CallSes;
  #quota: Quota | undefined;
  #askedAt = Number.NEGATIVE_INFINITY;

  constructor({ sender, configurationSet, now, callSes }: Options) {
    this.#sender = sender;
    this.#configurationSet = configurationSet;
    this.#now = now;
    this.#callSes = callSes;
  }

  async send(order: Order, { senderName, recipient, subject, text, html, oneClick }: Letter): Promise<Posted> {
    const mail = {
      FromEmailAddress: withName(senderName, this.#sender),
      // One recipient: quotas count recipients, not mails.
      Destination: { ToAddresses: [inAscii(recipient)] },
      Content: {
        Simple: {
          Subject: utf8(subject),
          Body: { Text: utf8(text), Html: utf8(html) },
          ...(oneClick && { Headers: oneClickHeaders(oneClick) }),
        },
      },
      ConfigurationSetName: this.#configurationSet,
      EmailTags: [
        { Name: 'registrationId', Value: order.registrationId },
        { Name: 'template', Value: order.template },
        { Name: 'generation', Value: String(order.generation) },
      ],
    };
    try {
      const answer = v.safeParse(accepted, await this.#callSes('SendEmail', mail));
      return answer.success
        ? { kind: 'accepted', messageId: answer.output.MessageId }
        : { kind: 'unknown', reason: 'SES gave no message id' };
    } catch (error) {
      return refusalOf(error, this.#sender);
    }
  }

  async quota(): Promise<Quota> {
    const now = this.#now().getTime();
    // A failed attempt counts, too: GetAccount allows one call a second, for all lanes in sum.
    if (this.#quota && now - this.#askedAt < quotaFreshForMs) return this.#quota;
    this.#askedAt = now;
    try {
      const { SendQuota, SendingEnabled } = v.parse(account, await this.#callSes('GetAccount'));
      this.#quota = {
        max24Hours: SendQuota?.Max24HourSend ?? 0,
        sent24Hours: SendQuota?.SentLast24Hours ?? 0,
        maxSendRate: SendQuota?.MaxSendRate ?? 0,
        sendingEnabled: SendingEnabled ?? false,
        readAt: now,
      };
    } catch (error) {
      if (!this.#quota || now - this.#quota.readAt > quotaKeptForMs) throw error;
    }
    return this.#quota;
  }
}

/** By these a mail program offers to end the news, and does it by itself: https://www.rfc-editor.org/rfc/rfc8058 */
const oneClickHeaders = (href: string) => [
  { Name: 'List-Unsubscribe', Value: `<${href}>` },
  { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
];

const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' });

const accepted = v.object({ MessageId: v.pipe(v.string(), v.nonEmpty()) });
const account = v.object({
  SendingEnabled: v.optional(v.boolean()),
  SendQuota: v.optional(
    v.object({
      Max24HourSend: v.optional(v.number()),
      SentLast24Hours: v.optional(v.number()),
      MaxSendRate: v.optional(v.number()),
    }),
  ),
});

/** `"Lake Run" <mail@startline.example>`: a name, possibly typed by somebody, before an address of ours. */
export const withName = (name: string, address: string): string => {
  const clean = name
    .replace(/[\p{C}"\\<>\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  // Code points, so that no character is cut in half.
  const short = Array.from(clean).slice(0, maxNameCharacters).join('').trim();
  if (!short) return address;
  return /^[\x20-\x7e]*$/.test(short) ? `"${short}" <${address}>` : `${encodedWords(short)} <${address}>`;
};

/** SES accepts only ASCII in an address. A domain can be converted to ASCII (Punycode); a local part cannot. */
export const inAscii = (address: string): string => {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  if (at < 1 || /^[\x21-\x7e]+$/.test(domain) || !URL.canParse(`http://${domain}`)) return address;
  return `${address.slice(0, at)}@${new URL(`http://${domain}`).hostname}`;
};

const maxNameCharacters = 60;

/**
 * Encoded words: https://www.rfc-editor.org/rfc/rfc2047. A word has at most 75 characters, so 45 bytes before Base64.
 */
const encodedWords = (text: string): string => {
  const words = [''];
  for (const character of text) {
    const word = words.at(-1) + character;
    if (Buffer.byteLength(word) <= 45) words[words.length - 1] = word;
    else words.push(character);
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join(' ');
};

/**
 * What an error of SendEmail means for the mail. A mail certainly did not leave only if SES refused it or was never
 * reached.
 */
const refusalOf = (error: unknown, sender: string): Exclude<Posted, { kind: 'accepted' }> => {
  if (!(error instanceof SesError)) return { kind: 'unknown', reason: String(error) };
  const { name, message, status, mayHaveArrived } = error;
  const reason = `${name}: ${message}`;
  if (/daily message quota/i.test(message)) return { kind: 'quota-used-up' };
  if (throttled.has(name) || /maximum sending rate/i.test(message)) return { kind: 'too-fast' };
  // https://docs.aws.amazon.com/ses/latest/dg/troubleshoot-error-messages.html: "Email address is not verified", and which.
  // The records of a new domain may not be there yet. Where the recipient's is named, the account is in the sandbox.
  if (/not verified/i.test(message) && message.toLowerCase().includes(sender.toLowerCase()))
    return { kind: 'stopped', reason };
  if (permanent.has(name)) return { kind: 'rejected', reason };
  // 4xx: paused, suspended, not verified, not allowed; an operator must act. After a 5xx the mail may or may not have left, and after
  // a 200 that cannot be read it has.
  if (status !== undefined) return { kind: status >= 300 && status < 500 ? 'stopped' : 'unknown', reason };
  return { kind: mayHaveArrived ? 'unknown' : 'unreachable', reason };
};

const throttled = new Set([
  'TooManyRequestsException',
  'ThrottlingException',
  'Throttling',
  'RequestThrottledException',
]);
const permanent = new Set(['MessageRejected', 'BadRequestException']);
