import type { FunctionName } from '../lambdas/contract/functions';

/**
 * A queue and its function. The stacks deploy these and local/ plays them: one table, so that the two cannot differ.
 */
export interface EventSource {
  readonly delivers: FunctionName;
  /** FIFO: each group in order, each message once. Otherwise in any order and at least once. */
  readonly fifo: boolean;
  /** The maximum number of messages in one invocation. */
  readonly batchSize: number;
  /** The longest wait for a full batch, in seconds. FIFO queues have none. */
  readonly windowSeconds: number;
  /** The maximum number of invocations at once, which the database or the processor behind the function can serve. */
  readonly maxConcurrency: number;
  /** The function's timeout. */
  readonly timeoutSeconds: number;
  /**
   * At least 6 × timeout + window, as [Lambda
   * advises](https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html): time to retry when the poller
   * itself is throttled.
   */
  readonly visibilitySeconds: number;
  /**
   * Deliveries before a message goes to the dead letters. Multiplied by the visibility timeout this is more than half
   * an hour: a database failover of a minute must not move paid registrations there.
   */
  readonly maxReceiveCount: number;
}

/** Publishing the 256 lists of a draw of 500,000 takes the longest. */
const keepSeconds = 60;

/** One statement records a batch. What a crash left comes again before the list of a draw is closed: next-state.ts. */
const passSeconds = 6;

/** A publisher takes a set for longer than this: lambdas/results/publish/postgres-result-versions.ts. */
const publishSeconds = 100;

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
    // An order waits up to 10 s for its turn, and then takes up to four calls of 4.5 s.
    timeoutSeconds: 30,
    visibilitySeconds: 180,
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
  // Each order is complete: a second one at the same moment does no harm, and a later one replaces a lost one.
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
  webhooks: {
    delivers: 'send-webhooks',
    fifo: false,
    // All of a batch are posted at once, so the slowest one decides how long it takes.
    batchSize: 10,
    windowSeconds: 0,
    maxConcurrency: 10,
    timeoutSeconds: 30,
    visibilitySeconds: 180,
    maxReceiveCount: 12,
  },
  'webhook-results': {
    delivers: 'record-webhooks',
    fifo: false,
    batchSize: 100,
    windowSeconds: 1,
    maxConcurrency: 2,
    timeoutSeconds: 20,
    visibilitySeconds: 121,
    maxReceiveCount: 40,
  },
  'line-passes': {
    delivers: 'record-passes',
    fifo: false,
    batchSize: 500,
    windowSeconds: 1,
    maxConcurrency: 5,
    timeoutSeconds: passSeconds,
    visibilitySeconds: 6 * passSeconds + 1,
    maxReceiveCount: 60,
  },
  'line-work': {
    delivers: 'keep-line',
    fifo: false,
    batchSize: 1,
    windowSeconds: 0,
    maxConcurrency: 2,
    timeoutSeconds: keepSeconds,
    visibilitySeconds: 6 * keepSeconds,
    maxReceiveCount: 20,
  },
  // A beacon that is silent is asked for a minute.
  'line-errands': {
    delivers: 'line-errands',
    fifo: false,
    batchSize: 1,
    windowSeconds: 0,
    maxConcurrency: 5,
    timeoutSeconds: 80,
    visibilitySeconds: 480,
    maxReceiveCount: 4,
  },
  // The minute job of the same function finds what a crash left, long before its message comes again.
  publications: {
    delivers: 'publish-results',
    fifo: false,
    batchSize: 1,
    windowSeconds: 0,
    maxConcurrency: 2,
    timeoutSeconds: publishSeconds,
    visibilitySeconds: 600,
    maxReceiveCount: 4,
  },
} as const satisfies Record<string, EventSource>;

export type QueueName = keyof typeof eventSources;
export const queueNames = Object.keys(eventSources).map((name) => name as QueueName);

/** Those that an opening fills: directors see how long they are. */
export const watchedQueues = [
  'registrations',
  'payments',
  'settlements',
  'mail',
  'urgent-mail',
] as const satisfies readonly QueueName[];

/** 14 days, SQS's maximum, for every queue and its dead letters. */
export const retentionDays = 14;

/** The queue's name in SQS: a FIFO queue's must end in `.fifo`. */
export const sqsName = (queue: QueueName): string => (eventSources[queue].fifo ? `${queue}.fifo` : queue);

export const deadLettersName = (queue: QueueName): string =>
  eventSources[queue].fifo ? `${queue}-dead-letters.fifo` : `${queue}-dead-letters`;

export interface Schedule {
  readonly runs: Exclude<FunctionName, 'console'>;
  readonly everyMinutes: number;
  /** The function's timeout. */
  readonly timeoutSeconds: number;
  /** It runs only where the configuration says so, and not on one machine. */
  readonly onlyWith?: 'canary';
}

export const schedules = [
  { runs: 'reclaim-spots', everyMinutes: 1, timeoutSeconds: 30 },
  // It works for 45 s, and leaves the rest to the next minute.
  { runs: 'run-jobs', everyMinutes: 1, timeoutSeconds: 55 },
  { runs: 'relay-outbox', everyMinutes: 1, timeoutSeconds: 30 },
  // The last transaction begins after 40 s.
  { runs: 'issue-documents', everyMinutes: 1, timeoutSeconds: 55 },
  { runs: 'watch-invariants', everyMinutes: 1, timeoutSeconds: 30 },
  { runs: 'plan-capacity', everyMinutes: 1, timeoutSeconds: 30 },
  { runs: 'publish-results', everyMinutes: 1, timeoutSeconds: publishSeconds },
  // It reads six days of payments and refunds from the processor, a hundred per request.
  { runs: 'reconcile-payments', everyMinutes: 15, timeoutSeconds: 600 },
  { runs: 'run-canary', everyMinutes: 5, timeoutSeconds: 90, onlyWith: 'canary' },
] as const satisfies readonly Schedule[];
