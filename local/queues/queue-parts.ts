import type { Attributes } from './attributes';
import type { Deduplication } from './deduplication';
import type { Journal } from './journal';
import type { Queue } from './queue';

/** What a queue is made of. */
export interface QueueParts {
  readonly name: string;
  readonly arn: string;
  readonly attributes: Attributes;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly journal: Pick<Journal, 'append' | 'close' | 'remove'>;
  readonly deduplication: Deduplication;
  /** The queue at an ARN, where messages go that were delivered too often. */
  readonly queueAt: (arn: string) => Pick<Queue, 'adopt'> | undefined;
}
