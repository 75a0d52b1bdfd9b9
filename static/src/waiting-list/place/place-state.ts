import type { WaitingStatus } from '../../../../lambdas/api/messages/waiting-list';
import { pollSeconds, waitSeconds } from '../../http/backoff';
import { type Failure, retryAfterOf } from '../../http/failure';

/** What the page knows of a place on the list. Instants in milliseconds of the server's time. */
export interface PlaceState {
  readonly status?: WaitingStatus;
  /** The last request failed; `status` may have changed since. */
  readonly failure?: Failure;
  readonly failures: number;
  /** When to ask next. Absent if the state is final. */
  readonly lookAt?: number;
  /** When the page asked for the place first. */
  readonly since: number;
}

/** Everything that can happen to it. `now` in milliseconds of the server's time, `random` in [0, 1). */
export type PlaceEvent =
  | { readonly kind: 'told'; readonly status: WaitingStatus; readonly now: number; readonly random: number }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly now: number; readonly random: number }
  | { readonly kind: 'left' };

const offeredLookSeconds = 60;
const longProcessingMs = 60_000;

export const newPlaceState = (now: number): PlaceState => ({ failures: 0, lookAt: now, since: now });

/** Whether the place has been processed for a minute. Then the runner most likely has another place already. */
export const isOverdue = ({ status, since }: PlaceState, now: number): boolean =>
  status?.status === 'processing' && now - since >= longProcessingMs;

const nextLookSeconds = (status: WaitingStatus, now: number, random: number): number | undefined => {
  switch (status.status) {
    case 'processing':
    case 'waiting':
      return now + pollSeconds(status.pollAfter, random) * 1000;
    case 'offered': {
      // The offer ends at `endsAt`. Before that, another tab or device may have accepted or declined it.
      const toTheEnd = Math.max(1, (Date.parse(status.endsAt) - now) / 1000);
      return now + pollSeconds(Math.min(offeredLookSeconds, toTheEnd), random) * 1000;
    }
    default:
      return undefined;
  }
};

/** Whether asking again cannot bring another answer. */
const isForGood = (failure: Failure) =>
  failure.kind === 'problem' && (failure.name === 'not-yours' || failure.name === 'not-found');

const without = ({ since, status }: PlaceState) => ({ since, ...(status ? { status } : {}) });

/** The state after one event. An event that does not fit the state changes nothing. */
export const reducePlace = (place: PlaceState, event: PlaceEvent): PlaceState => {
  const { status: before } = place;
  switch (event.kind) {
    case 'told': {
      // The runner has just left. An answer that was already on its way does not change this.
      if (before?.status === 'left') return place;
      const { status, now, random } = event;
      const lookAt = nextLookSeconds(status, now, random);
      return { since: place.since, status, failures: 0, ...(lookAt === undefined ? {} : { lookAt }) };
    }
    case 'failed': {
      const { failure, now, random } = event;
      const failures = place.failures + 1;
      const wait = waitSeconds(failures, random, retryAfterOf(failure)) * 1000;
      return { ...without(place), failure, failures, ...(isForGood(failure) ? {} : { lookAt: now + wait }) };
    }
    case 'left': {
      if (!before || before.status === 'processing') return place;
      const { placeId, raceId, raceName, eventId, eventName } = before;
      const status = { placeId, raceId, raceName, eventId, eventName, status: 'left' } as const;
      return { since: place.since, status, failures: 0 };
    }
  }
};
