import type { QueueClient, Received } from '../queue-client';
import { pause } from './pause';

interface BatchRequest {
  readonly queues: Pick<QueueClient, 'receive'>;
  readonly queue: string;
  readonly batchSize: number;
  readonly windowSeconds: number;
  readonly signal: AbortSignal;
}

/**
 * The size of one invocation's batch. The last receive may exceed it, so it is one receive below Lambda's limit of 6
 * MB.
 */
const maxBytes = 5_000_000;
const pollSeconds = 20;
const betweenMs = 150;

/**
 * Waits for messages, then for more until the batch is full or the window over. Empty when nothing came, or when the
 * signal ended it.
 */
export const receiveBatch = async ({
  queues,
  queue,
  batchSize,
  windowSeconds,
  signal,
}: BatchRequest): Promise<Received[]> => {
  const first = await queues.receive(queue, Math.min(10, batchSize), pollSeconds, signal).catch((error: unknown) => {
    if (signal.aborted) return [];
    throw error;
  });
  const batch = [...first];
  if (batch.length === 0 || windowSeconds === 0) return batch;
  const end = Date.now() + windowSeconds * 1000;
  let last = batch.length;
  while (batch.length < batchSize && bytesOf(batch) < maxBytes && !signal.aborted) {
    // A queue that filled the last receive has more. Otherwise a short wait saves one receive per message.
    if (last < 10) await pause(betweenMs, signal);
    // SQS waits in whole seconds, so a window ends up to half a second early or late.
    const waitSeconds = Math.round((end - Date.now()) / 1000);
    // An error of this receive must not lose the messages already received: they would stay hidden for their whole
    // timeout.
    const more = await queues
      .receive(queue, Math.min(10, batchSize - batch.length), Math.max(0, waitSeconds), signal)
      .catch(() => []);
    batch.push(...more);
    last = more.length;
    if (last === 0 || (waitSeconds <= 0 && last < 10)) break;
  }
  return batch;
};

const bytesOf = (batch: readonly Received[]): number => batch.reduce((sum, { Body }) => sum + Body.length, 0);
