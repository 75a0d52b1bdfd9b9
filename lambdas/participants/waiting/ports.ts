import type { Rank, WaitingState } from '../../domain/waiting';
import type { Search } from '../participant';

/** A place on the waiting list, as a director sees it. */
export interface WaitingPerson {
  readonly placeId: string;
  readonly eventId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** How many run as one group. */
  readonly size: number;
  readonly state: WaitingState;
  /** Somebody opened the link that was mailed to the address. Without that, no spot is offered. */
  readonly isConfirmed: boolean;
  readonly rank: Rank;
  /** Who waits at a confirmed address is the first, the second, … of the event. */
  readonly turn?: number | undefined;
  /** How often spots were offered. */
  readonly offers: number;
  /** Until when the spots are kept that are offered now. */
  readonly offeredUntil?: string | undefined;
  readonly since: string;
}

export interface WaitingFilter {
  readonly raceId: string;
  readonly search: Exclude<Search, { kind: 'too-short' }>;
  readonly eventId?: string | undefined;
}

/** The last of a page: where its event stands in the race, its rank, and its position. */
export type WaitingPosition = readonly [event: number, rank: number, position: string];

export interface WaitingPage {
  readonly people: readonly WaitingPerson[];
  /** Undefined: this is the last page. */
  readonly next?: WaitingPosition | undefined;
}

export interface WaitingPeople {
  /**
   * In the order of the events, and in each in the order in which spots are offered. Without a search, nobody whose place is over:
   * but who looks for somebody wants to know what became of them.
   */
  page(filter: WaitingFilter, after: WaitingPosition | undefined): Promise<WaitingPage>;
  /** Those of the list who asked before `upTo`, a few thousand at a time: those behind `after`. */
  rows(
    filter: WaitingFilter,
    upTo: string,
    after: WaitingPosition | undefined,
  ): Promise<readonly { readonly person: WaitingPerson & { readonly event: string }; readonly at: WaitingPosition }[]>;
  /** Copies the names of new places, by which a search finds them, as far as that is quick. False: there are more. */
  catchUp(raceId: string): Promise<boolean>;
}
