import type { ParticipantState, PaymentState, Search } from './participant';

/** Somebody who registered, or tried to. Money is in the currency's smallest unit. */
export interface Participant {
  readonly registrationId: string;
  readonly eventId: string;
  readonly number?: number | undefined;
  /** Empty: nobody knows yet who it is. */
  readonly firstName: string;
  readonly lastName: string;
  readonly state: ParticipantState;
  readonly payment?: PaymentState | undefined;
  readonly amount?: number | undefined;
  readonly refund: number;
  readonly recordedAt: string;
}

export interface ParticipantFilter {
  readonly raceId: string;
  readonly search: Exclude<Search, { kind: 'too-short' }>;
  readonly eventId?: string | undefined;
  readonly state?: ParticipantState | undefined;
  readonly payment?: PaymentState | undefined;
  /** Only those whom a mail did not reach. */
  readonly isUnreached: boolean;
}

export type Sort = 'newest' | 'name' | 'number';

/** Where a page ends: what it is sorted by, as text, and the registration. */
export interface Position {
  readonly key: string;
  readonly registrationId: string;
}

export interface ParticipantPage {
  readonly participants: readonly Participant[];
  /** Undefined: nobody follows. */
  readonly next?: Position | undefined;
}

export interface Participants {
  page(filter: ParticipantFilter, sort: Sort, after: Position | undefined): Promise<ParticipantPage>;
}

/** How much of a race the copy has. */
export interface CaughtUp {
  /** Everything before this instant is in it. Undefined: it was never complete. */
  readonly upTo?: string | undefined;
  readonly rows: number;
  /** False: more is there to be read at once. */
  readonly isComplete: boolean;
}

/** The copy of registrations that is searched. */
export interface Projection {
  /** Brings it up to date, as far as that is quick. Undefined: there is no such race. */
  catchUp(raceId: string): Promise<CaughtUp | undefined>;
  /** Empties it, so that the next look makes it anew. False: there is no such race. */
  forget(raceId: string): Promise<boolean>;
}
