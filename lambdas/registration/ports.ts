import type { Hold } from '../spots/hold';
import type { Ticket } from '../spots/ports';
import type { Actor, ChangePermission } from './changing';
import type { Decision, Runner, Submission } from './registration';
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
  /** The session that holds the spot: the row is theirs. None when the processor's books led to the sweep. */
  readonly sessionHash?: string | undefined;
  /**
   * Until then what the runner paid for in time may still come in; in milliseconds since the epoch. Absent where that is over
   * before the sweep comes.
   */
  readonly notBefore?: number | undefined;
}

/** Where outcomes are written, once. */
export interface Registrations {
  /**
   * Decides all submissions of one event, each for one person alone, in one transaction, with what must leave because of it in the outbox.
   * What is in neither list of the answer is `deferred`: no spot is free, but some are held and may come back.
   */
  record(eventId: string, submissions: readonly Submission[]): Promise<Recorded>;
  /**
   * Decides all who register together in one transaction: they get the same outcome, each with a row and a number of his
   * own. `deferred` is who pays.
   */
  recordGroup(submission: Submission): Promise<Recorded>;
  /**
   * Gives every id that has no outcome one (refused, money back); orders again what was never settled. `deferred` is who
   * may still come in by the database's clock: a refused row would shut them out.
   */
  sweep(sweeps: readonly Sweep[]): Promise<Recorded>;
}

export interface Recorded {
  readonly decisions: readonly Decision[];
  readonly deferred: readonly string[];
  /** Outbox ids to relay now; the minute job relays what this misses. */
  readonly outbox: readonly string[];
}

/** Changes to a registration that was decided, each in one transaction with its money, mail, audit and the waiting list. */
export interface Changes {
  /** Was it made in the session with this hash? False while there is no such registration. */
  isOfSession(registrationId: string, sessionHash: string): Promise<boolean>;
  /** Gives the spot back; the same again when it was. Without a wish as much money goes back as the race says. */
  cancel(registrationId: string, by: Actor, refund?: RefundTerms): Promise<Cancelled>;
  /** Offers the spot to somebody; the same again when it is offered to him already. */
  offerTransfer(registrationId: string, transfer: TransferCommand): Promise<TransferOffered>;
  findTransfer(transferId: string): Promise<TransferView>;
  /** Takes an offer back, unless it was accepted before. */
  withdrawTransfer(registrationId: string): Promise<Withdrawn>;
  /** Gives the spot to whom it was offered, under the transfer's id; the same again when that was done. */
  acceptTransfer(transferId: string, runner: Runner, waiverHash: string): Promise<TransferAccepted>;
}

export interface TransferCommand {
  /** The registration it will become. */
  readonly transferId: string;
  readonly recipient: { readonly firstName: string; readonly email: string };
}

/** `withdrawn`: nothing is offered any more, or nothing ever was. `passed-on`: the other was faster. */
export type Withdrawn = { readonly kind: 'withdrawn' } | { readonly kind: 'passed-on' };

/** A spot on its way to another runner. */
export type TransferView =
  | {
      readonly kind: 'found';
      readonly state: 'offered' | 'accepted' | 'gone';
      readonly raceId: string;
      readonly eventId: string;
      /** Who passes it on: first name and the last one's initial. */
      readonly from: string;
      readonly recipient: { readonly firstName: string; readonly email: string };
      readonly endsAt: Date;
    }
  | { readonly kind: 'not-found' };

export type TransferOffered =
  | { readonly kind: 'offered'; readonly transferId: string; readonly outbox: readonly string[] }
  /** Offered as often as a spot may be in 24 hours; `retryAfter`: in so many seconds once more. */
  | { readonly kind: 'too-many-transfers'; readonly retryAfter: number }
  | { readonly kind: 'not-found' | Exclude<ChangePermission, 'change' | 'done'> };

export type TransferAccepted =
  | { readonly kind: 'accepted'; readonly fromId: string; readonly number: number; readonly outbox: readonly string[] }
  /** `gone`: withdrawn, cancelled, or passed on to somebody else. `same-person`: he has a registration already. */
  | { readonly kind: 'not-found' | 'gone' | 'too-late' | 'same-person' | 'waiver-changed' };

/** `percent` of what was paid; or the amount the runner was told, and nothing is done when it is another. */
export type RefundTerms = { readonly percent: number } | { readonly expected: number };

export type Cancelled =
  | {
      readonly kind: 'cancelled';
      readonly eventId: string;
      /** How much goes back, in the currency's smallest unit. */
      readonly refund: number;
      readonly currency: string;
      readonly outbox: readonly string[];
    }
  /** He was told another amount. */
  | { readonly kind: 'refund-changed'; readonly refund: number }
  | { readonly kind: 'not-found' | Exclude<ChangePermission, 'change' | 'done'> };

/** Sends what waits in the outbox. */
export type Relay = (outboxIds: readonly string[]) => Promise<unknown>;

/** What became of registrations, for those who ask. It may forget: the database knows. */
export interface Outcomes {
  /** `lags`: how long the first of each race waited for the writer, in seconds. */
  put(statuses: readonly Status[], lags?: ReadonlyMap<string, number>): Promise<void>;
  /** How long those of this race waited lately, in seconds; undefined when nobody was written just now. */
  lag(raceId: string): Promise<number | undefined>;
  settled(registrationId: string, state: Settled): Promise<void>;
  /** `changed`: it was, a moment ago, and a replica may not know yet. */
  find(registrationId: string): Promise<Status | 'changed' | undefined>;
  /** What is remembered is no longer true, or there is something to see for the first time. */
  changed(registrationId: string): Promise<void>;
}

/** Whose registrations are. */
export interface OwnerLookup {
  /** Those of these registrations that are known, each with the session it was made in; without one its link alone opens it. */
  find(registrationIds: readonly string[]): Promise<readonly { readonly sessionHash?: string | undefined }[]>;
}

/** Who is registered for what, for those who ask before they pay. The database decides, whatever is said here. */
export interface People {
  isRegistered(eventId: string, person: string): Promise<boolean>;
}

/** The same of the last hour, sooner than any replica knows it. It may forget. */
export interface RememberedRunners extends People {
  seated(all: readonly Seated[]): Promise<void>;
  /** This registration has no spot any more. */
  ended(registrationId: string): Promise<void>;
}

export interface Seated {
  readonly eventId: string;
  /** As personOf makes it. */
  readonly person: string;
  readonly registrationId: string;
  /** The registration the processor knows the money under, when that is another. */
  readonly paidAs?: string | undefined;
}

/** Counts how often was asked with one hold. */
export interface CheckLimit {
  /** How often it was, this time included. */
  countOneMore(registrationId: string): Promise<number>;
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
  /** The place on the waiting list a ticket opens. */
  readTicket(token: string): Promise<Ticket | undefined>;
  /** The transfer a link from a mail opens. */
  readTransfer(token: string): Promise<string | undefined>;
}

/** The names a status is shown with. */
export interface Names {
  find(raceId: string, eventId: string): Promise<{ readonly race: string; readonly event: string } | undefined>;
}
