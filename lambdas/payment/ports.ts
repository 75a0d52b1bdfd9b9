import type { Charge, FailedRefund, HeldPayment, Refunding, Settlement } from './payment';

/**
 * Holds, takes and gives back money. Every call may be repeated: there is one payment for each registration.
 * `unknown` means that no clear answer came in time; asking again, later, is safe.
 */
export interface Processor {
  /** Answers before `deadline` (milliseconds since the epoch). Throws when the processor holds another amount. */
  authorise(payment: Charge & CardTry, deadline: number): Promise<Authorisation>;
  capture(authorisation: string, charge: Charge): Promise<Capture>;
  void(authorisation: string, charge: Charge): Promise<Void>;
  /** Gives back what is missing until `amount` of what was captured went back in all, once: never more than that. */
  refund(authorisation: string, refunding: Refunding): Promise<Refund>;
  fetch(authorisation: string): Promise<HeldPayment | undefined>;
  /** By our own id. A payment made within the last minute may not be found. */
  find(registrationId: string): Promise<HeldPayment | undefined>;
  /**
   * The payment of this registration, made now if there is none; no money is held by that. `undefined`: there is one, of
   * another amount or for another event.
   */
  open(charge: Charge): Promise<HeldPayment | undefined>;
}

export interface CardTry {
  readonly paymentMethod: string;
  /** So many cards may be declined for one payment: of more, none is tried. Five, when nothing is said. */
  readonly cardTries?: number | undefined;
}

export type Authorisation =
  | { readonly kind: 'authorised'; readonly authorisation: string }
  /** `reason` may be shown to the runner; `code` is the processor's word for it. */
  | {
      readonly kind: 'declined';
      readonly reason: string;
      readonly code: string;
      /** How many other cards may be tried. */
      readonly triesLeft: number;
    }
  /** The processor has a payment of this registration already, of another amount or for another event. */
  | { readonly kind: 'differs' }
  | Unknown;

export type Capture = { readonly kind: 'captured' } | { readonly kind: 'failed'; readonly reason: string } | Unknown;

export type Void = { readonly kind: 'voided' } | { readonly kind: 'already-captured' } | Unknown;

/** `refunded`: the processor has the money on its way back. */
export type Refund = { readonly kind: 'refunded' } | { readonly kind: 'failed'; readonly reason: string } | Unknown;

interface Unknown {
  readonly kind: 'unknown';
}

/** What the processor has on its list. */
export interface PaymentList {
  /** Payments made between two instants whose money is held and not taken, in pages. Throws when a page does not come. */
  held(from: Date, until: Date): AsyncIterable<readonly HeldPayment[]>;
}

/** Asks the writer what is to become of money. */
export interface Sweeps {
  /** Throws unless all left; some may have. */
  send(payments: readonly Sweepable[]): Promise<void>;
}

export type Sweepable = Charge & { readonly raceId: string; readonly eventId: string };

/** Takes what became of a payment towards the database. */
export interface SettlementQueue {
  /** Throws unless all left; some may have. */
  send(settlements: readonly (Settlement | FailedRefund)[]): Promise<void>;
}

/** The refunds that the processor has. */
export interface Refunds {
  /** What the bank sent back of this payment, if anything. Throws when the processor does not say. */
  failed(authorisation: string): Promise<FailedRefund | undefined>;
}

/** Where it is noted which runners are owed money. */
export interface FailedRefunds {
  /** All that is new, once, with its audit; answers the registrations whose payment that is of. */
  note(failures: readonly FailedRefund[]): Promise<readonly string[]>;
}

/** The payments' rows. */
export interface Payments {
  /** In one transaction: states, spots given back, mails to send. */
  settle(settlements: readonly Settlement[]): Promise<Booked>;
}

export interface Booked {
  readonly changed: readonly Changed[];
  /** Outbox ids to relay now; the minute job relays what this misses. */
  readonly outbox: readonly string[];
  /** Settlements against what the database decided: somebody must look. */
  readonly contradictions: readonly string[];
}

/** A registration whose payment is in another state now: the one the processor knows the money under. */
export interface Changed {
  readonly registrationId: string;
  readonly state: Settlement['state'];
}

export type MailTemplate = 'confirmation' | 'not-registered' | 'payment-failed';

/** Sends what waits in the outbox. */
export type Relay = (outboxIds: readonly string[]) => Promise<unknown>;

/** Tells those who poll how a payment ended. */
export interface Announcements {
  settled(registrationId: string, state: Settlement['state']): Promise<void>;
}

/** The processor's own news. */
export interface ProcessorWebhook {
  /** `forged` unless the processor signed exactly this body, recently. */
  open(rawBody: string, signature: string | undefined): Promise<WebhookEvent>;
}

export type WebhookEvent =
  | { readonly kind: 'forged'; readonly reason: string }
  | { readonly kind: 'other' }
  /** What the message claims, to be compared with what the processor answers when asked. */
  | { readonly kind: 'payment'; readonly claimed: HeldPayment }
  /** A refund of this payment is said to have failed. */
  | { readonly kind: 'refund-failed'; readonly authorisation: string };
