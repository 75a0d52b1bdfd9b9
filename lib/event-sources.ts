import type { FunctionName } from '../lambdas/contract';

/** A queue and the function it feeds. The stacks build these, and local/ plays them: one table, so the two cannot differ. */
export interface EventSource {
  readonly delivers: FunctionName;
  /** Groups in order and once, or any order and at least once. */
  readonly fifo: boolean;
  /** Most messages in one invocation. */
  readonly batchSize: number;
  /** Longest wait for a batch to fill. A FIFO queue has none. */
  readonly windowSeconds: number;
  /** Most invocations at once: what the database or the processor behind the function bears. */
  readonly maxConcurrency: number;
  /** Of the function. */
  readonly timeoutSeconds: number;
  /** At least 6 × timeout + window, as Lambda asks: time to try again when the poller itself is slowed down. */
  readonly visibilitySeconds: number;
  /**
   * Deliveries before a message is laid among the dead letters. Times the visibility this is more than half an hour: a
   * database that fails over for a minute must not bury paid registrations.
   */
  readonly maxReceiveCount: number;
}

export const eventSources = {
  registrations: {
    delivers: 'record-registrations',
    fifo: false,
    batchSize: 100,
    windowSeconds: 1,
    maxConcurrency: 10,
    timeoutSeconds: 10,
    visibilitySeconds: 61,
    maxReceiveCount: 40,
  },
  payments: {
    delivers: 'settle-payments',
    fifo: false,
    batchSize: 10,
    windowSeconds: 0,
    maxConcurrency: 20,
    timeoutSeconds: 20,
    visibilitySeconds: 120,
    maxReceiveCount: 40,
  },
  settlements: {
    delivers: 'record-settlements',
    fifo: false,
    batchSize: 100,
    windowSeconds: 1,
    maxConcurrency: 5,
    timeoutSeconds: 10,
    visibilitySeconds: 61,
    maxReceiveCount: 40,
  },
  mail: {
    delivers: 'send-mail',
    fifo: true,
    batchSize: 10,
    windowSeconds: 0,
    maxConcurrency: 10,
    timeoutSeconds: 20,
    visibilitySeconds: 120,
    maxReceiveCount: 50,
  },
  'urgent-mail': {
    delivers: 'send-mail',
    fifo: true,
    batchSize: 10,
    windowSeconds: 0,
    maxConcurrency: 2,
    timeoutSeconds: 20,
    visibilitySeconds: 120,
    maxReceiveCount: 50,
  },
  'mail-events': {
    delivers: 'receive-mail-events',
    fifo: false,
    batchSize: 100,
    windowSeconds: 1,
    maxConcurrency: 5,
    timeoutSeconds: 10,
    visibilitySeconds: 61,
    maxReceiveCount: 40,
  },
  // Each order is whole, so a second one at the same moment does no harm, and one that is lost is followed by the next.
  capacity: {
    delivers: 'set-capacity',
    fifo: false,
    batchSize: 1,
    windowSeconds: 0,
    maxConcurrency: 2,
    timeoutSeconds: 20,
    visibilitySeconds: 120,
    maxReceiveCount: 40,
  },
} as const satisfies Record<string, EventSource>;

export type QueueName = keyof typeof eventSources;
export const queueNames = Object.keys(eventSources).map((name) => name as QueueName);

/** 14 days, the longest SQS keeps anything: for every queue and for its dead letters. */
export const retentionDays = 14;

/** SQS's own name of a queue: a FIFO queue must end in `.fifo`. */
export const sqsName = (queue: QueueName): string => (eventSources[queue].fifo ? `${queue}.fifo` : queue);

export const deadLettersName = (queue: QueueName): string =>
  eventSources[queue].fifo ? `${queue}-dead-letters.fifo` : `${queue}-dead-letters`;

export interface Schedule {
  readonly runs: FunctionName;
  readonly everyMinutes: number;
  /** Of the function. */
  readonly timeoutSeconds: number;
}

export const schedules = [
  { runs: 'reclaim-spots', everyMinutes: 1, timeoutSeconds: 30 },
  { runs: 'relay-outbox', everyMinutes: 1, timeoutSeconds: 30 },
  { runs: 'watch-invariants', everyMinutes: 1, timeoutSeconds: 30 },
  { runs: 'plan-capacity', everyMinutes: 1, timeoutSeconds: 30 },
  // It asks the processor for three days of payments, a hundred at a time.
  { runs: 'reconcile-payments', everyMinutes: 15, timeoutSeconds: 300 },
] as const satisfies readonly Schedule[];
