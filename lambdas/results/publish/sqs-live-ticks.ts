import type { Queue } from '../../platform/queue/queue';
import type { OrderTick } from '../ports';

/**
 * Orders live versions by the queue of publications. A message that was not sent is no failure: the version is due, and the minute job
 * of the publisher finds it.
 */
export const sqsLiveTicks =
  (queue: Queue, report: (error: unknown) => void): OrderTick =>
  (setId, afterSeconds) =>
    queue.send({ body: { setId }, delaySeconds: afterSeconds }).catch(report);
