import { type FunctionName, functionNames, needs } from '../lambdas/contract/functions';
import { eventSources, schedules } from './event-sources';

/**
 * Groups of functions that share a concurrency limit. Each thing that runners do has its own group, so that none takes
 * the others' environments; all other functions share one.
 */
export type Bulkhead =
  | 'browsing'
  | 'holding'
  | 'quoting'
  | 'paying'
  | 'looking'
  | 'joining'
  | 'timing'
  | 'results'
  | 'feed'
  | 'entering'
  | 'guiding'
  | 'background';

/** A function's memory, timeout and bulkhead. Its addresses are in the contract. */
export interface FunctionShape {
  readonly memoryMiB: number;
  readonly timeoutSeconds: number;
  /** The group whose reserved concurrency it shares. Without one it uses the unreserved environments. */
  readonly bulkhead?: Bulkhead;
}

/** API Gateway's timeout is 30 s; a runner should get an answer long before. */
const api = { memoryMiB: 1024, timeoutSeconds: 10 } as const;
/** The timeout is the longest that its queues and schedules allow for. */
const worker = (name: FunctionName) => ({
  memoryMiB: 512,
  timeoutSeconds: Math.max(
    ...Object.values(eventSources).flatMap((source) => (source.delivers === name ? source.timeoutSeconds : [])),
    ...schedules.flatMap((schedule) => (schedule.runs === name ? schedule.timeoutSeconds : [])),
  ),
});

export const functions: Readonly<Record<FunctionName, FunctionShape>> = {
  'browse-races': { ...api, bulkhead: 'browsing' },
  register: { ...api, bulkhead: 'holding' },
  'quote-registration': { ...api, bulkhead: 'quoting' },
  pay: { ...api, bulkhead: 'paying' },
  'show-registration': { ...api, bulkhead: 'looking' },
  'change-registration': { ...api, bulkhead: 'background' },
  'join-waiting-list': { ...api, bulkhead: 'joining' },
  'receive-webhook': { ...api, bulkhead: 'background' },
  'record-registrations': { ...worker('record-registrations'), memoryMiB: 1024, bulkhead: 'background' },
  'settle-payments': { ...worker('settle-payments'), bulkhead: 'background' },
  'record-settlements': { ...worker('record-settlements'), bulkhead: 'background' },
  'send-mail': { ...worker('send-mail'), bulkhead: 'background' },
  'receive-mail-events': { ...worker('receive-mail-events'), bulkhead: 'background' },
  'reclaim-spots': worker('reclaim-spots'),
  'run-jobs': worker('run-jobs'),
  'send-webhooks': worker('send-webhooks'),
  // No bulkhead: webhooks take no environment that an opening has reserved.
  'record-webhooks': worker('record-webhooks'),
  'relay-outbox': worker('relay-outbox'),
  'issue-documents': worker('issue-documents'),
  'watch-invariants': worker('watch-invariants'),
  'reconcile-payments': worker('reconcile-payments'),
  'plan-capacity': worker('plan-capacity'),
  'run-canary': worker('run-canary'),
  'take-race-day': { ...api, bulkhead: 'timing' },
  'browse-results': { ...api, bulkhead: 'results' },
  // A whole processor core: it sorts and hashes fifty thousand entries.
  'publish-results': { ...worker('publish-results'), memoryMiB: 1769 },
  'read-feed': { ...api, memoryMiB: 512, bulkhead: 'feed' },
  'enter-line': { ...api, bulkhead: 'entering' },
  'show-line': { ...api, bulkhead: 'guiding' },
  'record-passes': worker('record-passes'),
  'keep-line': { ...worker('keep-line'), memoryMiB: 1024 },
  // A whole processor core: it verifies a signature as fast as it can, and people wait for it.
  'line-errands': { ...worker('line-errands'), memoryMiB: 1769 },
  'set-capacity': worker('set-capacity'),
  // A file of fifty thousand times is read, compared and kept while a director waits.
  console: { ...api, timeoutSeconds: 28 },
  direct: { memoryMiB: 512, timeoutSeconds: 60 },
  /** The longest time for a migration. Lambda's maximum is a minute more. */
  'migrate-database': { memoryMiB: 512, timeoutSeconds: 840 },
};

/**
 * The functions of the registration stack: those behind the routes, which people wait for, and the migrations, which run
 * before all others. Queues, schedules and operators call those of the work stack.
 */
export const registrationFunctions = [
  'browse-races',
  'register',
  'quote-registration',
  'pay',
  'show-registration',
  'change-registration',
  'join-waiting-list',
  'enter-line',
  'show-line',
  'receive-webhook',
  'migrate-database',
] as const satisfies readonly FunctionName[];

/** The functions of the console's stack, which is released and rolled back alone. */
export const consoleFunctions = [
  'console',
  'send-webhooks',
  'record-webhooks',
] as const satisfies readonly FunctionName[];

/** The functions of the day of a race. Nothing that an opening needs depends on them. */
export const raceDayFunctions = [
  'take-race-day',
  'browse-results',
  'read-feed',
  'publish-results',
] as const satisfies readonly FunctionName[];

export type RegistrationFunction = (typeof registrationFunctions)[number];
export type ConsoleFunction = (typeof consoleFunctions)[number];
export type RaceDayFunction = (typeof raceDayFunctions)[number];
export type WorkFunction = Exclude<FunctionName, RegistrationFunction | ConsoleFunction | RaceDayFunction>;

/** What an opening needs, and what is watched together. */
export type OpeningFunction = RegistrationFunction | WorkFunction;

export const workFunctions = functionNames.filter(
  (name): name is WorkFunction =>
    ![...registrationFunctions, ...consoleFunctions, ...raceDayFunctions].some((other) => other === name),
);

export const isOfOpening = (name: FunctionName): name is OpeningFunction =>
  [...registrationFunctions, ...workFunctions].some((one) => one === name);

/**
 * Whether a function must be in the VPC, where the caches and the database are. The VPC has no internet access, so a
 * function that calls the payment processor must use neither.
 */
export const livesInNetwork = (name: FunctionName): boolean =>
  needs[name].some(
    (address) => address.endsWith('_CACHE_URL') || address.endsWith('DATABASE_URL') || address === 'READER_URL',
  );
