import * as v from 'valibot';
import type { CallSqs } from './call-sqs';

/** A message on its way out. `body` is sent as JSON. */
export interface Outgoing {
  readonly body: unknown;
  readonly delaySeconds?: number;
  /** The lane of a FIFO queue; on a standard queue, whose turn it is when many share the queue. */
  readonly group?: string;
  readonly deduplicationId?: string;
}

export interface Queue {
  /** Throws unless SQS said yes; it may have taken the message all the same, so the receiver must bear repeats. */
  send(message: Outgoing): Promise<void>;
  /** Throws unless SQS took every message. Those it took stay taken. */
  sendAll(messages: readonly Outgoing[]): Promise<void>;
}

const maxBatchEntries = 10;
const batchAnswer = v.object({ Successful: v.optional(v.array(v.object({ Id: v.string() })), []) });

export const openQueue = (url: string, call: CallSqs): Queue => ({
  async send(message) {
    await call('SendMessage', { QueueUrl: url, ...entry(message) });
  },

  async sendAll(messages) {
    for (let start = 0; start < messages.length; start += maxBatchEntries) {
      const refused = await sendBatch(call, url, messages.slice(start, start + maxBatchEntries));
      const stillRefused = refused.length > 0 ? await sendBatch(call, url, refused) : [];
      if (stillRefused.length > 0)
        throw new Error(`SQS refused ${stillRefused.length} of ${messages.length} messages.`);
    }
  },
});

/** Sends up to ten, answers those SQS did not take: it may say 200 and still refuse some. */
const sendBatch = async (call: CallSqs, url: string, messages: readonly Outgoing[]) => {
  const Entries = messages.map((message, index) => ({ Id: String(index), ...entry(message) }));
  const { Successful } = v.parse(batchAnswer, await call('SendMessageBatch', { QueueUrl: url, Entries }));
  const taken = new Set(Successful.map(({ Id }) => Id));
  return messages.filter((_, index) => !taken.has(String(index)));
};

const entry = ({ body, delaySeconds, group, deduplicationId }: Outgoing) => ({
  MessageBody: JSON.stringify(body),
  ...(delaySeconds !== undefined && { DelaySeconds: delaySeconds }),
  ...(group !== undefined && { MessageGroupId: group }),
  ...(deduplicationId !== undefined && { MessageDeduplicationId: deduplicationId }),
});
