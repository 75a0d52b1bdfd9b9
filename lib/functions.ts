import { type FunctionName, needs } from '../lambdas/contract';
import type { Bulkhead } from './config';
import { eventSources, schedules } from './event-sources';

/** How a function is built, beyond what the contract says of its addresses. */
export interface FunctionShape {
  readonly memoryMiB: number;
  readonly timeoutSeconds: number;
  /** Which bulkhead it stands behind; none: it takes from what the others leave. */
  readonly bulkhead?: Bulkhead;
}

/** API Gateway hangs up after 30 s; a runner should have been told long before. */
const api = { memoryMiB: 1024, timeoutSeconds: 10 } as const;
/** The longest timeout any of its queues or schedules was reckoned with. */
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
  'relay-outbox': worker('relay-outbox'),
  'watch-invariants': worker('watch-invariants'),
  'reconcile-payments': worker('reconcile-payments'),
  'plan-capacity': worker('plan-capacity'),
  'set-capacity': worker('set-capacity'),
  direct: { memoryMiB: 512, timeoutSeconds: 60 },
  /** As long as a migration may take; Lambda allows a minute more. */
  'migrate-database': { memoryMiB: 512, timeoutSeconds: 840 },
};

/**
 * Whether a function must stand inside the VPC: only there are caches and the database. The VPC has no way out, so a
 * function that talks to the payment processor must need neither.
 */
export const livesInNetwork = (name: FunctionName): boolean =>
  needs[name].some(
    (address) => address.endsWith('_CACHE_URL') || address.endsWith('DATABASE_URL') || address === 'READER_URL',
  );
