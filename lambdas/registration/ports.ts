import type { Hold } from '../domain/hold';
import type { Ticket } from '../domain/waiting';
import type { Settled, Status } from './show/status';

/** What became of registrations, for readers. It may forget: the database knows. */
export interface Outcomes {
  /** `lags`: how long the oldest submission of each race waited for the writer, in seconds. */
  put(statuses: readonly Status[], lags?: ReadonlyMap<string, number>): Promise<void>;
  /** How long submissions of this race waited lately, in seconds; undefined when none was written just now. */
  lag(raceId: string): Promise<number | undefined>;
  settled(registrationId: string, state: Settled): Promise<void>;
  /** `changed`: it changed a moment ago, and a replica may not have it yet. */
  find(registrationId: string): Promise<Status | 'changed' | undefined>;
  /** Makes readers ask the primary database: the remembered outcome is no longer true, or the registration is new. */
  changed(registrationId: string): Promise<void>;
}

/** Whether a person is registered, for checks before paying. Only the database decides. */
export interface People {
  isRegistered(eventId: string, person: string): Promise<boolean>;
}

/** The same for the last hour, sooner than any replica knows it. It may forget. */
export interface RememberedRunners extends People {
  seated(all: readonly Seated[]): Promise<void>;
  /** This registration has no spot any more. */
  ended(registrationId: string): Promise<void>;
}

export interface Seated {
  readonly eventId: string;
  /** As made by `personOf`. */
  readonly person: string;
  readonly registrationId: string;
  /** The registration id that the processor knows the payment by, when it is another. */
  readonly paidAs?: string | undefined;
}

/** Verifies and reads tokens that we signed; undefined when a token is not ours. */
export interface Tokens {
  readHold(token: string): Promise<Hold | undefined>;
  /** The registration that a link from a mail opens. */
  readLink(token: string): Promise<string | undefined>;
  /** The place on the waiting list that a ticket opens. */
  readTicket(token: string): Promise<Ticket | undefined>;
  /** The transfer that a link from a mail opens. */
  readTransfer(token: string): Promise<string | undefined>;
}
