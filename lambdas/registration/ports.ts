import type { Hold } from '../spots/hold';
import type { Decision, Submission } from './registration';
import type { Settled, Status } from './status';

/** The way to the writer. */
export interface Inbox {
  /** Looks after the registration a quarter of an hour later, whatever happened to us meanwhile. */
  putSweep(sweep: Sweep): Promise<void>;
  put(submission: Submission): Promise<void>;
}

export interface Sweep {
  readonly registrationId: string;
  readonly raceId: string;
  readonly eventId: string;
  readonly amount: number;
  readonly currency: string;
}

/** Where outcomes are written, once. */
export interface Registrations {
  /**
   * Decides all submissions of one event in one transaction, with what must leave because of it in the outbox.
   * What is in neither list of the answer is `deferred`: no spot is free, but some are held and may come back.
   */
  record(eventId: string, submissions: readonly Submission[]): Promise<Recorded>;
  /** Gives every id that has no outcome one (refused, money back); orders again what was never settled. */
  sweep(sweeps: readonly Sweep[]): Promise<Recorded>;
}

export interface Recorded {
  readonly decisions: readonly Decision[];
  readonly deferred: readonly string[];
  /** Outbox ids to relay now; the minute job relays what this misses. */
  readonly outbox: readonly string[];
}

/** Sends what waits in the outbox. */
export type Relay = (outboxIds: readonly string[]) => Promise<unknown>;

/** What became of registrations, for those who ask. It may forget: the database knows. */
export interface Outcomes {
  put(statuses: readonly Status[]): Promise<void>;
  settled(registrationId: string, state: Settled): Promise<void>;
  find(registrationId: string): Promise<Status | undefined>;
}

/** What the database says became of a registration. */
export interface Records {
  find(registrationId: string): Promise<Status | undefined>;
}

/** Reads what we signed. */
export interface Tokens {
  readHold(token: string): Promise<Hold | undefined>;
  /** The registration a link from a mail opens. */
  readLink(token: string): Promise<string | undefined>;
}

/** The names a status is shown with. */
export interface Names {
  find(raceId: string, eventId: string): Promise<{ readonly race: string; readonly event: string } | undefined>;
}
