import * as v from 'valibot';
import { traceHeaderFor } from '../trace';
import type { CallSqs } from './call-sqs';

/** A message to send. `body` is sent as JSON. */
export interface Outgoing {
  readonly body: unknown;
  readonly delaySeconds?: number;
  /** The message group: on a FIFO queue the lane, on a standard queue the tenant of its fair queueing. */
  readonly group?: string;
  readonly deduplicationId?: string;
  /** X-Ray's header of the request that asked for it. Default: the trace that the sending invocation works for. */
  readonly traceHeader?: string;
}

export interface Queue {
  /** Throws unless SQS accepted the message. SQS may have it all the same, so the receiver must be idempotent. */
  send(message: Outgoing): Promise<void>;
  /** Throws unless SQS accepted every message. Accepted ones stay in the queue. */
  sendAll(messages: readonly Outgoing[]): Promise<void>;
}

const maxBatchEntries = 10;
/**
 * SQS takes only characters of XML 1.0. JSON escapes the others by itself; these two stand only within its strings, where it takes
 * them escaped as well. Somebody may type them, and a stranger's server may answer with them.
 */
const outsideXml = /[\ufffe\uffff]/g;
const batchAnswer = v.object({ Successful: v.optional(v.array(v.object({ Id: v.string() })), []) });

/** The queue at `url`. What SQS refuses of a batch is sent once more. */
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

/** Sends at most ten and returns those that SQS refused: it answers 200 and may still refuse some. */
const sendBatch = async (call: CallSqs, url: string, messages: readonly Outgoing[]) => {
  const Entries = messages.map((message, index) => ({ Id: String(index), ...entry(message) }));
  const { Successful } = v.parse(batchAnswer, await call('SendMessageBatch', { QueueUrl: url, Entries }));
  const taken = new Set(Successful.map(({ Id }) => Id));
  return messages.filter((_, index) => !taken.has(String(index)));
};

const entry = ({ body, delaySeconds, group, deduplicationId, traceHeader = traceHeaderFor(body) }: Outgoing) => ({
  MessageBody: JSON.stringify(body).replace(outsideXml, (sign) => `\\u${sign.charCodeAt(0).toString(16)}`),
  // It overrides the tracing header of the request, which is one for all messages of a batch.
  ...(traceHeader !== undefined && {
    MessageSystemAttributes: { AWSTraceHeader: { DataType: 'String', StringValue: traceHeader } },
  }),
  ...(delaySeconds !== undefined && { DelaySeconds: delaySeconds }),
  ...(group !== undefined && { MessageGroupId: group }),
  ...(deduplicationId !== undefined && { MessageDeduplicationId: deduplicationId }),
});
