import type { Identity, Runner } from '../../domain/person/person';
import type { Actor } from '../../domain/registration';
import type { FittingEntry } from '../../domain/transfer';
import type { Owners } from '../show/access';
import type { ChangePermission } from './change-rules';

/** Changes to a decided registration, each in one transaction with its payment, mail, audit and waiting list. */
export interface Changes extends Owners {
  /**
   * Gives the spot back. Repeating it gives the same answer. Without `refund`, the race's own percentage is refunded.
   */
  cancel(registrationId: string, by: Actor, refund?: RefundTerms): Promise<Cancelled>;
  /** Offers the spot to a recipient. Repeating it with the same transfer id gives the same answer. */
  offerTransfer(registrationId: string, transfer: TransferCommand): Promise<TransferOffered>;
  findTransfer(transferId: string): Promise<TransferView>;
  /** Is this person in already? A hint before they pay: the writer decides. */
  isPersonIn(
    transferId: string,
    who: { readonly eventId: string; readonly person: string; readonly limitGroup?: string | undefined },
  ): Promise<boolean>;
  /** Takes an offer back, unless it was accepted before. */
  withdrawTransfer(registrationId: string): Promise<Withdrawn>;
  /**
   * Gives the spot to the recipient, under the transfer's id. Repeated by the same person, it gives the same answer; to anybody else
   * the offer is gone. In a race with a form it needs what its recipient was found to fit.
   */
  acceptTransfer(
    transferId: string,
    runner: Runner | SentAgain,
    waiverHash: string,
    fitting?: FittingEntry,
  ): Promise<TransferAccepted>;
}

/** What is sent for a transfer that is not offered any more. Nothing is written: it answers what became of it, to whoever took the spot over. */
export interface SentAgain {
  /** Undefined: what was sent names nobody. */
  readonly identity: Identity | undefined;
}

/** Something in an entry that does not fit. `field`: its path in the entry. */
export interface EntryFault {
  readonly field: string;
  readonly code: string;
}

/** What the recipient of a spot sent. `form`: the revision that they filled in. */
export interface RecipientEntry {
  readonly form: number;
  readonly entry: unknown;
}

/** What is wrong with it. `unsettled`: the race, or its form, cannot be read at this moment. */
export type UnfitEntry =
  | { readonly kind: 'unsettled' | 'no-form' }
  | { readonly kind: 'not-eligible'; readonly faults: readonly EntryFault[] }
  | { readonly kind: 'form-changed'; readonly form: number; readonly faults: readonly EntryFault[] }
  | { readonly kind: 'wrong'; readonly faults: readonly EntryFault[] };

/** Reads what the recipient of a spot sent, by the present form of the race and its rules. */
export type ReadRecipient = (
  transfer: { readonly transferId: string; readonly raceId: string; readonly eventId: string },
  sent: RecipientEntry,
) => Promise<{ readonly kind: 'fits'; readonly runner: Runner; readonly fitting: FittingEntry } | UnfitEntry>;

/** Money of single lines. */
export interface LineRefunds {
  /**
   * Gives money of one line back, and leaves the registration as it is. Safe to send again. In a dry run nothing is
   * changed.
   */
  refundLine(command: LineRefund): Promise<LineRefunded>;
}

export interface LineRefund {
  readonly registrationId: string;
  /** Of the line, from 0. */
  readonly position: number;
  /** How much of the line is given back in all, in the currency's smallest unit. All of it when absent. */
  readonly amount?: number | undefined;
  readonly isDryRun: boolean;
}

/** `usedBy`: the registration that is paid for with the credit. */
export type CreditLowered =
  | { readonly kind: 'lowered' }
  | { readonly kind: 'credit-used'; readonly usedBy: string }
  /** Somebody has a quote with it, which they may pay until it expires. */
  | { readonly kind: 'credit-claimed' };

/** `refund`: how much is given back now. `left`: how much of the line is not given back after it. */
export type LineRefunded =
  | {
      readonly kind: 'refunded';
      readonly refund: number;
      readonly left: number;
      readonly currency: string;
      /** What the credit of somebody who deferred is worth after it. */
      readonly credit?: number | undefined;
      readonly outbox: readonly string[];
    }
  /** The line did not cost so much. */
  | { readonly kind: 'too-much'; readonly most: number }
  /** More than that was given back before. */
  | { readonly kind: 'given-back'; readonly refunded: number }
  | Exclude<CreditLowered, { readonly kind: 'lowered' }>
  | { readonly kind: 'not-found' | 'no-such-line' | 'not-paid' | 'settling' | 'dispute-open' };

/** The money that somebody paid to take a spot over. */
export interface FeeRefunds {
  /** Gives a transfer fee back, or a part of it. Its runner keeps the spot. Safe to send again. In a dry run nothing is changed. */
  refundTransferFee(command: FeeRefund): Promise<FeeRefunded>;
}

export interface FeeRefund {
  /** Of the runner who took the spot over. */
  readonly registrationId: string;
  /** How much of the fee is given back in all, in the currency's smallest unit. All of it when absent. */
  readonly amount?: number | undefined;
  readonly isDryRun: boolean;
}

/** As of a line. `no-fee`: nobody paid to take this spot over. */
export type FeeRefunded =
  | Exclude<
      LineRefunded,
      {
        readonly kind:
          | 'no-such-line'
          | 'credit-used'
          | 'credit-claimed'
          | 'not-found'
          | 'not-paid'
          | 'settling'
          | 'dispute-open';
      }
    >
  | { readonly kind: 'no-fee' | 'not-paid' | 'settling' | 'dispute-open' };

export interface TransferCommand {
  /** The registration it will become. */
  readonly transferId: string;
  readonly recipient: { readonly firstName: string; readonly email: string };
}

/** `withdrawn`: nothing is offered any more, or nothing ever was. `passed-on`: the recipient accepted first. */
export type Withdrawn = { readonly kind: 'withdrawn' } | { readonly kind: 'passed-on' };

/** A spot on its way to another runner. */
export type TransferView =
  | {
      readonly kind: 'found';
      readonly state: 'offered' | 'accepted' | 'gone';
      readonly raceId: string;
      readonly eventId: string;
      /** The runner who passes it on: first name and the last name's initial. */
      readonly from: string;
      readonly recipient: { readonly firstName: string; readonly email: string };
      readonly endsAt: Date;
      /** What it is, or will be, unless a fee is paid for it. */
      readonly registrationId: string;
      /** Of the waiver of today. */
      readonly waiverHash: string;
      readonly hasForm: boolean;
      /** What the recipient pays. Absent where it costs nothing. */
      readonly fee?: TransferFee | undefined;
      /** Of a spot that was taken over: the fee could not be charged. */
      readonly isUnpaid?: true | undefined;
      /** Their runner can pay it once more. */
      readonly due?: TransferFee | undefined;
    }
  | { readonly kind: 'not-found' };

/** `amount` is in the currency's smallest unit. */
export interface TransferFee {
  readonly amount: number;
  readonly currency: string;
}

/** `outbox`: ids to relay now. `transferId`: the offer that stands. */
export type TransferOffered =
  | { readonly kind: 'offered'; readonly transferId: string; readonly outbox: readonly string[] }
  /** The spot was offered as often as it may be in 24 hours; one more offer is possible after `retryAfter` seconds. */
  | { readonly kind: 'too-many-transfers'; readonly retryAfter: number }
  | { readonly kind: 'not-found' | Exclude<ChangePermission, 'change' | 'done'> };

/** The registrations that gave the spot and got it. `outbox`: ids to relay now. */
export type TransferAccepted =
  | {
      readonly kind: 'accepted';
      readonly fromId: string;
      readonly toId: string;
      readonly number: number;
      readonly outbox: readonly string[];
    }
  /**
   * `gone`: withdrawn, cancelled, or passed on to somebody else. `same-person`: the recipient has a registration
   * already. `page-outdated`: the race has a form, and the recipient was asked none of its questions; or it has a fee, which
   * they did not pay.
   */
  | { readonly kind: 'not-found' | 'gone' | 'too-late' | 'same-person' | 'waiver-changed' | 'page-outdated' };

/** `percent` of what was paid; or the amount the runner was shown, and nothing is done when that has changed. */
export type RefundTerms = { readonly percent: number } | { readonly expected: number };

/** `outbox`: ids to relay now. */
export type Cancelled =
  | {
      readonly kind: 'cancelled';
      readonly eventId: string;
      /** The refund, in the currency's smallest unit. */
      readonly refund: number;
      readonly currency: string;
      readonly outbox: readonly string[];
    }
  /** The runner was shown another amount. */
  | { readonly kind: 'refund-changed'; readonly refund: number }
  | { readonly kind: 'not-found' | Exclude<ChangePermission, 'change' | 'done'> };
