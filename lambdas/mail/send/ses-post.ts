import { GetAccountCommand, SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import type { Order } from '../../domain/mail-order';
import type { Letter, Post, Posted } from '../ports';
import type { Quota } from './quota';
import { inAscii, withName } from './ses-address';
import { refusalOf } from './ses-refusal';

interface Options {
  /** An address of a verified domain: `mail@startline.example`. */
  readonly sender: string;
  readonly configurationSet: string;
  readonly now: () => Date;
  readonly client?: SESv2Client;
}

const quotaFreshForMs = 60_000;
/** When SES does not answer, the last known quota serves for this time: it hardly ever changes. */
const quotaKeptForMs = 600_000;

/** Sends by SES. An error of SES is a result, not thrown; `quota` throws when no quota is known. */
export class SesPost implements Post {
  readonly #sender: string;
  readonly #configurationSet: string;
  readonly #now: () => Date;
  readonly #client: SESv2Client;
  #quota: Quota | undefined;
  #askedAt = Number.NEGATIVE_INFINITY;

  constructor({ sender, configurationSet, now, client = ses() }: Options) {
    this.#sender = sender;
    this.#configurationSet = configurationSet;
    this.#now = now;
    this.#client = client;
  }

  async send(order: Order, { senderName, recipient, subject, text, html }: Letter): Promise<Posted> {
    const command = new SendEmailCommand({
      FromEmailAddress: withName(senderName, this.#sender),
      // One recipient: quotas count recipients, not mails.
      Destination: { ToAddresses: [inAscii(recipient)] },
      Content: { Simple: { Subject: utf8(subject), Body: { Text: utf8(text), Html: utf8(html) } } },
      ConfigurationSetName: this.#configurationSet,
      EmailTags: [
        { Name: 'registrationId', Value: order.registrationId },
        { Name: 'template', Value: order.template },
        { Name: 'generation', Value: String(order.generation) },
      ],
    });
    try {
      const { MessageId } = await this.#client.send(command);
      return MessageId
        ? { kind: 'accepted', messageId: MessageId }
        : { kind: 'unknown', reason: 'SES gave no message id' };
    } catch (error) {
      return refusalOf(error);
    }
  }

  async quota(): Promise<Quota> {
    const now = this.#now().getTime();
    // A failed attempt counts, too: GetAccount allows one call a second, for all lanes in sum.
    if (this.#quota && now - this.#askedAt < quotaFreshForMs) return this.#quota;
    this.#askedAt = now;
    try {
      const { SendQuota, SendingEnabled } = await this.#client.send(new GetAccountCommand({}));
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

const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' });

const ses = () =>
  new SESv2Client({
    // The SDK's retries would exceed the pace, and might send a mail twice.
    maxAttempts: 1,
    requestHandler: { connectionTimeout: 800, requestTimeout: 2500, throwOnRequestTimeout: true },
  });
