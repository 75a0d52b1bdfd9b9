import { deadLettersName, eventSources, type QueueName, retentionDays, sqsName } from '../../lib/event-sources';
import type { Attributes } from './attributes';
import type { Directory } from './directory';

const isQueue = (name: string): name is QueueName => Object.hasOwn(eventSources, name);

/** Creates the queues the stacks would create, with the same figures; gives those of an earlier run today's figures. */
export const declareQueues = async (directory: Directory): Promise<void> => {
  for (const queue of Object.keys(eventSources).filter(isQueue)) {
    const { fifo, maxReceiveCount, visibilitySeconds } = eventSources[queue];
    const kind: Attributes = {
      MessageRetentionPeriod: String(retentionDays * 86_400),
      ...(fifo && { FifoQueue: 'true' }),
    };
    const deadLetters = await directory.ensure(deadLettersName(queue), kind);
    await directory.ensure(sqsName(queue), {
      ...kind,
      VisibilityTimeout: String(visibilitySeconds),
      RedrivePolicy: JSON.stringify({ deadLetterTargetArn: deadLetters.arn, maxReceiveCount }),
    });
  }
};
