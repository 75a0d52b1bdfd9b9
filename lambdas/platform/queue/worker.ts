import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { correlated, log, stepOfAll } from '../observability';
import { carryTrace, readTrace } from '../trace';

export interface Message<Body> {
  readonly messageId: string;
  readonly body: Body;
  /** When the message was sent, in milliseconds since the epoch. Known at its first delivery only. */
  readonly firstSentAt?: number;
  /** The X-Ray trace of the request that asked for this work. */
  readonly traceId?: string;
}

/** Checks the JSON of a message: returns it as the work takes it, or everything that is wrong with it. */
type Reader<Body> = (json: unknown) => { readonly output: Body } | { readonly errors: readonly unknown[] };
type Worker = (event: SQSEvent) => Promise<SQSBatchResponse>;

/**
 * Works on a batch as a whole. `work` returns the ids of the messages to deliver again. An unreadable message fails
 * alone. An error thrown by `work` is rethrown, because it makes Lambda poll more slowly.
 */
export const batchWorker =
  <Body>(read: Reader<Body>, work: (messages: readonly Message<Body>[]) => Promise<readonly string[]>): Worker =>
  async ({ Records }) => {
    const unreadable: string[] = [];
    const messages = Records.flatMap((record) => {
      const message = readMessage(read, record);
      if (!message) unreadable.push(record.messageId);
      return message ?? [];
    });
    // Before the work, so that the ids are logged also when the work throws or runs out of time.
    const traceIds = [...new Set(messages.flatMap(({ traceId }) => traceId ?? []))];
    stepOfAll(
      'Delivered.',
      Records.map(({ body }) => body),
      traceIds.length > 0 ? { traceIds } : {},
    );
    const again = messages.length > 0 ? await work(messages) : [];
    return failures([...unreadable, ...again]);
  };

/**
 * Works on each message of a batch separately and concurrently: only failed ones are delivered again. Not for FIFO
 * lanes, where order counts.
 */
export const recordWorker =
  <Body>(read: Reader<Body>, work: (body: Body) => Promise<void>): Worker =>
  async ({ Records }) => {
    const succeeds = async (record: SQSRecord) => {
      const message = readMessage(read, record);
      if (!message) return false;
      try {
        await correlated(message.body, () => work(message.body));
        return true;
      } catch (error) {
        log.error('A message failed and will be delivered again.', error, { messageId: record.messageId });
        return false;
      }
    };

    const succeeded = await Promise.all(Records.map(succeeds));
    return failures(Records.filter((_, index) => !succeeded[index]).map(({ messageId }) => messageId));
  };

const readMessage = <Body>(read: Reader<Body>, record: SQSRecord): Message<Body> | undefined => {
  const { messageId } = record;
  const json = parsed(record.body);
  const message = json ? read(json.value) : { errors: [{ field: 'body', code: 'not-json' }] };
  if ('errors' in message) {
    log.error('A message cannot be read.', undefined, { messageId, errors: message.errors });
    return undefined;
  }
  const { ApproximateReceiveCount: deliveries, SentTimestamp: sentAt, AWSTraceHeader: header } = record.attributes;
  const isFirst = deliveries === '1' && Number(sentAt) > 0;
  const trace = readTrace(header);
  if (trace) carryTrace(record.body, trace);
  return {
    messageId,
    body: message.output,
    ...(isFirst && { firstSentAt: Number(sentAt) }),
    ...(trace && { traceId: trace.id }),
  };
};

const parsed = (text: string): { readonly value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
};

const failures = (messageIds: readonly string[]): SQSBatchResponse => ({
  batchItemFailures: [...new Set(messageIds)].map((itemIdentifier) => ({ itemIdentifier })),
});
