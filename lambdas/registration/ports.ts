import type { Hold, ShortKind } from '../domain/hold';
import type { ChargePurpose } from '../domain/money/payment';
import type { SignedQuote } from '../domain/money/quote';
import type { MoveQuote, PaidMove } from '../domain/move';
import type { Put } from '../domain/outbox';
import type { Decision, Submission } from '../domain/registration';
import type { PaidTransfer, TransferQuote } from '../domain/transfer';
import type { Ticket } from '../domain/waiting';
import type { Settled, Status, StatusLine } from './show/status';

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

/** `version` grows when the address is corrected. Links with an older version open nothing. */
export interface MailedLink {
  readonly registrationId: string;
  readonly version: number;
}

/** Verifies and reads tokens that we signed; undefined when a token is not ours. */
export interface Tokens {
  readHold(token: string): Promise<Hold | undefined>;
  readQuote(token: string): Promise<SignedQuote | undefined>;
  /** The registration that a link from a mail is for. */
  readLink(token: string): Promise<MailedLink | undefined>;
  /** The place on the waiting list that a ticket opens. */
  readTicket(token: string): Promise<Ticket | undefined>;
  /** The transfer that a link from a mail opens. */
  readTransfer(token: string): Promise<string | undefined>;
  readTransferQuote(token: string): Promise<TransferQuote | undefined>;
  readMoveQuote(token: string): Promise<MoveQuote | undefined>;
}

/** The queue to the writer. */
export interface Inbox {
  /** Checks the registration a quarter of an hour later, whatever happened to this function meanwhile. */
  putSweep(sweep: Sweep): Promise<void>;
  put(submission: Submission): Promise<void>;
  /** A spot that is passed on, for which its new runner pays. */
  putTransfer(transfer: PaidTransfer): Promise<void>;
}

/** The same queue, for moves to dearer events. */
export interface MoveInbox {
  putMove(move: PaidMove): Promise<void>;
}

export interface Sweep {
  readonly registrationId: string;
  readonly raceId: string;
  readonly eventId: string;
  /** What the payment was opened with. It must be the same when the payment is opened again. */
  readonly amount: number;
  readonly currency: string;
  /**
   * The session that holds the spot: the row belongs to it. Absent when the sweep came from reconciling with the
   * processor.
   */
  readonly sessionHash?: string | undefined;
  /**
   * Until then a submission that was paid for in time may still come in; in milliseconds since the epoch. Absent when
   * that is over before the sweep arrives.
   */
  readonly notBefore?: number | undefined;
  /** Given: nobody will ever register under its id, unless the payment is finished. */
  readonly purpose?: ChargePurpose | undefined;
}

/** Where outcomes are written, once each. */
export interface Registrations {
  /**
   * Decides all single submissions of one event in one transaction, and puts what must leave because of it in the
   * outbox. `deferred`: no spot is free for them, but some are held and may come back.
   */
  record(eventId: string, submissions: readonly Submission[]): Promise<Recorded>;
  /**
   * Decides a group in one transaction: all members get the same outcome, each with a row and a number of their own.
   * `deferred` names the registration that pays.
   */
  recordGroup(submission: Submission): Promise<Recorded>;
  /**
   * Passes a spot on to the person who pays the fee for it, or refuses them. `fromId`: the registration that gave the spot,
   * unless it was decided by an earlier delivery.
   */
  transfer(transfer: PaidTransfer): Promise<Recorded & { readonly fromId?: string | undefined }>;
  /**
   * Moves a runner who pays the difference, or lets the card go. `moved`: who was, unless it was decided by an earlier delivery, and
   * who paid for their spot.
   */
  move(
    move: PaidMove,
  ): Promise<Recorded & { readonly moved?: { readonly registrationId: string; readonly paidAs: string } | undefined }>;
  /**
   * Gives every id without an outcome one (refused, money back), and orders again what was never settled. `deferred`:
   * ids that may still come in by the database's clock; a refused row would shut them out.
   */
  sweep(sweeps: readonly Sweep[]): Promise<Recorded>;
}

export interface Recorded {
  readonly decisions: readonly Decision[];
  readonly deferred: readonly string[];
  /** To relay now; the minute job relays what this misses. */
  readonly outbox: readonly Put[];
  /** By registration, where something could not be given as it was quoted: every line as it is. */
  readonly lines?: ReadonlyMap<string, readonly StatusLine[]> | undefined;
}

/** Which session a registration was made in. */
export interface OwnerLookup {
  /**
   * Those of these registrations that are known, each with the session it was made in. Without a session, only its link
   * opens it.
   */
  find(registrationIds: readonly string[]): Promise<readonly { readonly sessionHash?: string | undefined }[]>;
}

/** Counts the checks for each registration id. */
export interface CheckLimit {
  /** Adds one. Returns the new count. */
  countOneMore(registrationId: string): Promise<number>;
}

/** What the database knows of a registration. */
export interface Records {
  find(registrationId: string): Promise<Status | undefined>;
}

/**
 * How much of each line is given back if the runner gives the spot back now, by position. Undefined when nothing can be
 * given back by the runner, and in a race without a form.
 */
export type FindRefundable = (registrationId: string) => Promise<ReadonlyMap<number, number> | undefined>;

/** What a race and its form say of giving a spot back. */
export interface RefundRules {
  /** Absent where runners may not. */
  readonly cancelUntil?: Date | undefined;
  readonly refundPercent: number;
  /** Until when the money of a variant comes back; undefined without an end. */
  readonly refundUntil: (variant: string) => Date | undefined;
}

/** What is known of the rules may be a minute old. Undefined while they cannot be read. */
export type FindRefundRules = (raceId: string, form: number) => Promise<RefundRules | undefined>;

/** The names of race and event that a status is shown with. */
export interface Names {
  find(
    raceId: string,
    eventId: string,
  ): Promise<{ readonly race: string; readonly event: string; readonly kind?: ShortKind | undefined } | undefined>;
}
