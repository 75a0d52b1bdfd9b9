import type { EventSource } from '../../lib/event-sources';
import type { QueueClient, Received } from '../queue-client';
import type { Invoke } from './deployed-function';
import { pause } from './pause';
import { receiveBatch } from './receive-batch';
import { toEvent } from './to-event';

export interface Delivering {
  readonly source: Pick<EventSource, 'batchSize' | 'maxConcurrency' | 'windowSeconds'>;
  /** The queue's name in SQS. */
  readonly queue: string;
  readonly queues: Pick<QueueClient, 'receive' | 'delete'>;
  readonly invoke: Invoke;
  readonly log: (problem: string, error: unknown) => void;
  /** Ends the polling. Received messages are still processed. */
  readonly signal: AbortSignal;
}

/** Pollers of a quiet queue: one receives while the other's batch is processed. */
const fewest = 2;
const longestBackOffMs = 10_000;
const deletingMs = 10_000;

/**
 * An [event source mapping](https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html): passes batches from a queue to
 * a function, and deletes the messages that the function did not report as failed. Full batches start more pollers, up
 * to the source's limit. Errors reduce them to one, which slows down. Resolves after the signal, when the last batch is
 * finished.
 */
export const deliver = async ({ source, queue, queues, invoke, log, signal }: Delivering): Promise<void> => {
  const least = Math.min(fewest, source.maxConcurrency);
  const full = source.windowSeconds === 0 ? Math.min(10, source.batchSize) : source.batchSize;
  const pollers = new Set<Promise<void>>();
  let errorsInARow = 0;
  let away = false;

  const receive = async (): Promise<Received[]> => {
    try {
      const batch = await receiveBatch({ queues, queue, ...source, signal });
      away = false;
      return batch;
    } catch (error) {
      if (!away) log(`${queue}: the queue server does not answer; asking until it does.`, error);
      away = true;
      await pause(500, signal);
      return [];
    }
  };

  const remove = async (messages: readonly Received[]): Promise<void> => {
    for (const giveUpAt = Date.now() + deletingMs; ; ) {
      try {
        await queues.delete(queue, messages);
        return;
      } catch (error) {
        if (Date.now() > giveUpAt)
          return log(`${queue}: ${messages.length} messages will come again, not deleted.`, error);
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    }
  };

  /** Returns whether the function succeeded. */
  const work = async (batch: readonly Received[]): Promise<boolean> => {
    try {
      const answer = await invoke(toEvent(batch, queue));
      const failed = failuresIn(
        answer,
        batch.map(({ MessageId }) => MessageId),
      );
      const done = batch.filter(({ MessageId }) => !failed.has(MessageId));
      const tens = Array.from({ length: Math.ceil(done.length / 10) }, (_, ten) => done.slice(ten * 10, ten * 10 + 10));
      await Promise.all(tens.map(remove));
      return true;
    } catch (error) {
      log(`${queue}: a batch of ${batch.length} failed and will come again.`, error);
      return false;
    }
  };

  const poll = async (): Promise<void> => {
    while (!signal.aborted) {
      const batch = await receive();
      if (batch.length === 0 && pollers.size > least) return;
      if (batch.length === 0) continue;
      if (batch.length >= full && pollers.size < source.maxConcurrency && errorsInARow === 0) start();
      if (await work(batch)) {
        errorsInARow = 0;
        while (pollers.size < least && !signal.aborted) start();
        continue;
      }
      errorsInARow++;
      if (pollers.size > 1) return;
      await pause(Math.min(longestBackOffMs, 100 * 2 ** errorsInARow) * (0.5 + Math.random() / 2), signal);
    }
  };

  const start = (): void => {
    const poller = poll().finally(() => pollers.delete(poller));
    pollers.add(poller);
  };

  for (let count = 0; count < least; count++) start();
  while (pollers.size > 0) await Promise.all(pollers);
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/**
 * The messages of a batch that stay in the queue, according to the function's answer
 * ([ReportBatchItemFailures](https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html)). No report
 * means that all succeeded. A report that does not match the batch means that all failed.
 */
export const failuresIn = (answer: unknown, messageIds: readonly string[]): ReadonlySet<string> => {
  const none = new Set<string>();
  const all = new Set(messageIds);
  if (answer === undefined || answer === null) return none;
  if (!isRecord(answer)) return all;
  const reported = answer.batchItemFailures;
  if (reported === undefined || reported === null) return none;
  if (!Array.isArray(reported)) return all;
  const failed = new Set<string>();
  for (const item of reported) {
    const id: unknown = isRecord(item) ? item.itemIdentifier : undefined;
    if (typeof id !== 'string' || !all.has(id)) return all;
    failed.add(id);
  }
  return failed;
};
