import type { WaitingStatus } from '../../../lambdas/api/waiting-list';
import { pollSeconds, waitSeconds } from '../http/backoff';
import { type Failure, retryAfterOf } from '../http/failure';

/** What was last seen of a place on the list. Instants in milliseconds of the server's time. */
export interface Sight {
  readonly status?: WaitingStatus;
  /** The last look failed; what was seen before may have changed. */
  readonly failure?: Failure;
  readonly failures: number;
  /** When to look next; absent when nothing can change any more. */
  readonly lookAt?: number;
  /** When the place was first looked for. */
  readonly since: number;
}

export type SightHappening =
  | { readonly kind: 'told'; readonly status: WaitingStatus; readonly now: number; readonly random: number }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly now: number; readonly random: number }
  | { readonly kind: 'left' };

const offeredLookSeconds = 60;
const longProcessing = 60_000;

export const firstSight = (now: number): Sight => ({ failures: 0, lookAt: now, since: now });

/** Still nothing after a minute: then it is most likely a second place for a runner who has one. */
export const isOverdue = ({ status, since }: Sight, now: number): boolean =>
  status?.status === 'processing' && now - since >= longProcessing;

const nextLook = (status: WaitingStatus, now: number, random: number): number | undefined => {
  switch (status.status) {
    case 'processing':
    case 'waiting':
      return now + pollSeconds(status.pollAfter, random) * 1000;
    case 'offered': {
      // At its end it becomes something else; before, another tab or device may have taken or declined it.
      const toTheEnd = Math.max(1, (Date.parse(status.endsAt) - now) / 1000);
      return now + pollSeconds(Math.min(offeredLookSeconds, toTheEnd), random) * 1000;
    }
    default:
      return undefined;
  }
};

/** Whether asking again may ever bring another answer. */
const isForGood = (failure: Failure) =>
  failure.kind === 'problem' && (failure.name === 'not-yours' || failure.name === 'not-found');

const without = ({ since, status }: Sight) => ({ since, ...(status ? { status } : {}) });

/** What is known of the place, moved on by one look. */
export const reduceSight = (sight: Sight, happening: SightHappening): Sight => {
  const { status: before } = sight;
  switch (happening.kind) {
    case 'told': {
      // What the runner has just given up stays so, whatever an answer under way still says.
      if (before?.status === 'left') return sight;
      const { status, now, random } = happening;
      const lookAt = nextLook(status, now, random);
      return { since: sight.since, status, failures: 0, ...(lookAt === undefined ? {} : { lookAt }) };
    }
    case 'failed': {
      const { failure, now, random } = happening;
      const failures = sight.failures + 1;
      const wait = waitSeconds(failures, random, retryAfterOf(failure)) * 1000;
      return { ...without(sight), failure, failures, ...(isForGood(failure) ? {} : { lookAt: now + wait }) };
    }
    case 'left': {
      if (!before || before.status === 'processing') return sight;
      const { placeId, raceId, raceName, eventId, eventName } = before;
      const status = { placeId, raceId, raceName, eventId, eventName, status: 'left' } as const;
      return { since: sight.since, status, failures: 0 };
    }
  }
};
