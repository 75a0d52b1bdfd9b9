import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import * as v from 'valibot';
import { read } from '../../api/read';
import { correlated, log, step } from '../observability';
import { registrationsIn } from '../registrations-in';
import { carryTrace, readTrace } from '../trace';

export interface Message<Body> {
  readonly messageId: string;
  readonly body: Body;
  /** When the message was sent, in milliseconds since the epoch. Known at its first delivery only. */
  readonly firstSentAt?: number;
  /** The X-Ray trace of the request that asked for this work. */
  readonly traceId?: string;
}

type Schema = v.GenericSchema<unknown, unknown>;
type Worker = (event: SQSEvent) => Promise<SQSBatchResponse>;

/**
 * Works on a batch as a whole. `work` returns the ids of the messages to deliver again. An unreadable message fails
 * alone. An error thrown by `work` is rethrown, because it makes Lambda poll more slowly.
 */
export const batchWorker =
  <S extends Schema>(
    schema: S,
    work: (messages: readonly Message<v.InferOutput<S>>[]) => Promise<readonly string[]>,
  ): Worker =>
  async ({ Records }) => {
    const unreadable: string[] = [];
    const messages = Records.flatMap((record) => {
      const message = readMessage(schema, record);
      if (!message) unreadable.push(record.messageId);
      return message ?? [];
    });
    // Before the work, so that the ids are logged also when the work throws or runs out of time.
    const registrationIds = registrationsIn(messages);
    const traceIds = [...new Set(messages.flatMap(({ traceId }) => traceId ?? []))];
    if (registrationIds.length > 0) step('Delivered.', { registrationIds, ...(traceIds.length > 0 && { traceIds }) });
    const again = messages.length > 0 ? await work(messages) : [];
    return failures([...unreadable, ...again]);
  };

/**
 * Works on each message of a batch separately and concurrently: only failed ones are delivered again. Not for FIFO
 * lanes, where order counts.
 */
export const recordWorker =
  <S extends Schema>(schema: S, work: (body: v.InferOutput<S>) => Promise<void>): Worker =>
  async ({ Records }) => {
    const succeeds = async (record: SQSRecord) => {
      const message = readMessage(schema, record);
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

const readMessage = <S extends Schema>(schema: S, record: SQSRecord): Message<v.InferOutput<S>> | undefined => {
  const { messageId } = record;
  const json = v.safeParse(v.pipe(v.string(), v.parseJson()), record.body);
  const message = json.success ? read(schema, json.output) : { errors: [{ field: 'body', code: 'not-json' }] };
  if ('errors' in message) {
    log.error('A message cannot be read.', undefined, { messageId, errors: message.errors });
    return undefined;
  }
  const { ApproximateReceiveCount: deliveries, SentTimestamp: sentAt, AWSTraceHeader: header } = record.attributes;
  const isFirst = deliveries === '1' && Number(sentAt) > 0;
  const trace = readTrace(header);
  if (trace) carryTrace(message.output, trace);
  return {
    messageId,
    body: message.output,
    ...(isFirst && { firstSentAt: Number(sentAt) }),
    ...(trace && { traceId: trace.id }),
  };
};

const failures = (messageIds: readonly string[]): SQSBatchResponse => ({
  batchItemFailures: [...new Set(messageIds)].map((itemIdentifier) => ({ itemIdentifier })),
});
