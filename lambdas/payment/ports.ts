import type { Dispute, FraudWarning } from '../domain/money/dispute';
import type {
  Capturing,
  Charge,
  DeclineReason,
  FailedRefund,
  HeldPayment,
  PaidCard,
  Refunding,
  RefundNews,
  Settlement,
} from '../domain/money/payment';
import type { Put } from '../domain/outbox';

/**
 * Holds, captures and refunds money. Every call may be repeated: there is one payment for each registration. `unknown`:
 * no clear answer came in time; it is safe to ask again later.
 */
export interface Processor {
  /** Answers before `deadline` (milliseconds since the epoch). Throws when the processor holds another amount. */
  authorise(payment: Charge & CardTry, deadline: number): Promise<Authorisation>;
  /**
   * Continues a payment whose bank asked its customer, and tries no other card. `undefined`: nothing was begun there, or
   * it is not this charge's payment.
   */
  resume(authorisation: string, payment: Charge & CardLimit, deadline: number): Promise<Authorisation | undefined>;
  /** Takes `amount`, which is more than 0, and lets go of the rest. */
  capture(authorisation: string, capturing: Capturing): Promise<Capture>;
  void(authorisation: string, charge: Charge): Promise<Void>;
  /** Refunds until a total of `amount` has been given back, and never more. Safe to repeat. */
  refund(authorisation: string, refunding: Refunding): Promise<Refund>;
  fetch(authorisation: string): Promise<HeldPayment | undefined>;
  /** Finds a payment by our own id. A payment that is less than a minute old may be missing. */
  find(registrationId: string): Promise<HeldPayment | undefined>;
  /**
   * The payment of this registration, created now if there is none; that holds no money. `undefined`: there is one, but
   * for another amount or another event.
   */
  open(charge: Charge): Promise<HeldPayment | undefined>;
}

interface CardLimit {
  /** How many cards may be declined for one payment: no further card is tried. Default five. */
  readonly cardTries?: number | undefined;
}

/** A card, by one of two tokens of the processor; by none when there is nothing to pay. */
export interface CardTry extends CardLimit {
  readonly paymentMethod?: string | undefined;
  /** Good for one payment. */
  readonly confirmationToken?: string | undefined;
  /** The payment to continue in place of trying the card. Ignored unless it is this charge's payment. */
  readonly resume?: string | undefined;
  /**
   * What was tried for this registration with other amounts. `opened`: the amount that the payment was created with;
   * `rounds`: how many amounts were tried before this one. The payment's amount is changed before the card is tried.
   */
  readonly tried?: { readonly opened: number; readonly rounds: number } | undefined;
}

export type Authorisation =
  | { readonly kind: 'authorised'; readonly authorisation: string }
  /**
   * The bank asks its customer. Nothing is held. Everybody who has the secret can show the question, and after the answer the
   * payment is continued here.
   */
  | { readonly kind: 'action-required'; readonly authorisation: string; readonly clientSecret: string }
  | {
      readonly kind: 'declined';
      readonly reason: DeclineReason;
      /** How many other cards may be tried, at most. */
      readonly triesLeft: number;
    }
  /**
   * The processor has a payment of this registration for another amount or another event. It was not changed, or money is
   * held on it already.
   */
  | { readonly kind: 'differs' }
  | Unknown;

export type Capture =
  | { readonly kind: 'captured'; readonly card?: PaidCard }
  | { readonly kind: 'failed'; readonly reason: string }
  | Unknown;

export type Void = { readonly kind: 'voided' } | { readonly kind: 'already-captured' } | Unknown;

/**
 * `refunded`: the processor is sending the money back; `byHand`: except so much, which somebody had given back there. `disputed`: it does
 * not while a dispute is open.
 */
export type Refund =
  | { readonly kind: 'refunded'; readonly byHand?: number }
  | { readonly kind: 'disputed' }
  | { readonly kind: 'failed'; readonly reason: string }
  | Unknown;

interface Unknown {
  readonly kind: 'unknown';
}

/** The processor's list of payments. */
export interface PaymentList {
  /**
   * Payments created between two instants whose money is held and not captured, in pages. Throws when a page cannot be
   * read.
   */
  held(from: Date, until: Date): AsyncIterable<readonly HeldPayment[]>;
}

/** Asks the writer to decide what becomes of held money. */
export interface Sweeps {
  /** Throws unless all were sent; some may have been. */
  send(payments: readonly Sweepable[]): Promise<void>;
}

export type Sweepable = Charge & { readonly raceId: string; readonly eventId: string };

/** The queue that carries settlements to the database. */
export interface SettlementQueue {
  /** Throws unless all were sent; some may have been. */
  send(settlements: readonly (Settlement | FailedRefund | Dispute | FraudWarning)[]): Promise<void>;
}

/** The processor's disputes, of payments of ours. Each call throws when the processor does not answer. */
export interface Disputes {
  find(id: string): Promise<Dispute | undefined>;
  ofPayment(authorisation: string): Promise<readonly Dispute[]>;
  /** Those that were opened since then, in pages. Of old ones, those that have changed since they were told of before. */
  since(from: Date): AsyncIterable<readonly Dispute[]>;
}

/** Records disputes. */
export interface DisputeRecords {
  /** Records what is newer than what is known, with an audit entry for each change. Returns those that changed. */
  note(disputes: readonly Dispute[]): Promise<readonly Dispute[]>;
  /** Writes each warning once to the audit. Returns those that are new. */
  noteWarnings(warnings: readonly FraudWarning[]): Promise<readonly FraudWarning[]>;
}

/** The processor's refunds. */
export interface Refunds {
  /**
   * What the bank returned of this payment, of ours or of what somebody gave back by hand; `undefined` when nothing, or when the payment is not
   * ours. Throws when the processor does not answer.
   */
  failed(authorisation: string): Promise<FailedRefund | undefined>;
  /**
   * How much was given back of this payment, if some of it was by hand, and whether it is all that was taken. `undefined`: nothing was by
   * hand, or the payment is not ours. Throws when the processor does not answer.
   */
  byHand(authorisation: string): Promise<Dispute | undefined>;
  /**
   * What `failed` and `byHand` say of each payment with a refund since then, in pages, the newest first. It ends after the newest 20,000
   * refunds. Throws when the processor does not answer.
   */
  since(from: Date): AsyncIterable<readonly (FailedRefund | Dispute)[]>;
}

/** Records which runners are owed money. */
export interface FailedRefunds {
  /**
   * Records each new failure once, with an audit entry. Returns the registration ids of the payments they belong to.
   */
  note(failures: readonly FailedRefund[]): Promise<readonly string[]>;
}

/** The payments' rows. */
export interface Payments {
  /** Writes states, released spots and the mails to send, in one transaction. */
  settle(settlements: readonly Settlement[]): Promise<Booked>;
}

export interface Booked {
  readonly changed: readonly Changed[];
  /** To relay now; the minute job relays the rest. */
  readonly outbox: readonly Put[];
  /** Registration ids of settlements that contradict what the database decided: an operator must look at them. */
  readonly contradictions: readonly string[];
}

/** A payment whose state has changed, by the registration id that the processor knows it by. */
export interface Changed {
  readonly registrationId: string;
  readonly state: Settlement['state'];
}

export type MailTemplate = 'confirmation' | 'guardian-copy' | 'not-registered' | 'payment-failed';

/** Tells clients that poll how a payment ended. */
export interface Announcements {
  settled(registrationId: string, state: Settlement['state']): Promise<void>;
}

/** The processor's webhook. */
export interface ProcessorWebhook {
  /** `forged` unless the processor signed exactly this body, within the last minutes. */
  open(rawBody: string, signature: string | undefined): Promise<WebhookEvent>;
}

/** Why a webhook is not believed. */
export type WebhookFault = 'no-signature' | 'wrong-time' | 'wrong-signature' | 'unknown-payment';

export type WebhookEvent =
  | { readonly kind: 'forged'; readonly cause: WebhookFault }
  | { readonly kind: 'other' }
  /** The payment as the event describes it. It must be compared with what the processor answers when asked. */
  | { readonly kind: 'payment'; readonly claimed: HeldPayment }
  /** The event tells of a refund, of a payment that may be another shop's. */
  | { readonly kind: 'refund'; readonly authorisation: string; readonly news: readonly RefundNews[] }
  /** The event tells of this dispute. */
  | { readonly kind: 'disputed'; readonly dispute: string }
  /** The bank warns of this payment. */
  | { readonly kind: 'fraud-warned'; readonly authorisation: string; readonly warning: FraudWarning['warning'] };

/** `paid`: they paid in another way. `waived`: nobody asks them for it. */
export type UnpaidDecision = 'paid' | 'waived';

export type UnpaidSettled =
  | { readonly kind: 'settled'; readonly amount: number; readonly currency: string }
  | { readonly kind: 'nothing-unpaid' };

/** Differences and fees that could not be charged, of people who keep their spot all the same. */
export interface UnpaidCharges {
  /** What a director has decided about all that somebody owes. It moves no money. */
  settle(registrationId: string, decision: UnpaidDecision): Promise<UnpaidSettled>;
}
