import type { Runner } from '../../domain/person';
import type { Actor } from '../../domain/registration';
import type { ChangePermission } from './change-rules';

/** Changes to a decided registration, each in one transaction with its payment, mail, audit and waiting list. */
export interface Changes {
  /** Was it made in the session with this hash? False while there is no such registration. */
  isOfSession(registrationId: string, sessionHash: string): Promise<boolean>;
  /**
   * Gives the spot back. Repeating it gives the same answer. Without `refund`, the race's own percentage is refunded.
   */
  cancel(registrationId: string, by: Actor, refund?: RefundTerms): Promise<Cancelled>;
  /** Offers the spot to a recipient. Repeating it with the same transfer id gives the same answer. */
  offerTransfer(registrationId: string, transfer: TransferCommand): Promise<TransferOffered>;
  findTransfer(transferId: string): Promise<TransferView>;
  /** Takes an offer back, unless it was accepted before. */
  withdrawTransfer(registrationId: string): Promise<Withdrawn>;
  /** Gives the spot to the recipient, under the transfer's id. Repeating it gives the same answer. */
  acceptTransfer(transferId: string, runner: Runner, waiverHash: string): Promise<TransferAccepted>;
}

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

/** `refund`: how much is given back now. `left`: how much of the line is not given back after it. */
export type LineRefunded =
  | {
      readonly kind: 'refunded';
      readonly refund: number;
      readonly left: number;
      readonly currency: string;
      readonly outbox: readonly string[];
    }
  /** The line did not cost so much. */
  | { readonly kind: 'too-much'; readonly most: number }
  /** More than that was given back before. */
  | { readonly kind: 'given-back'; readonly refunded: number }
  | { readonly kind: 'not-found' | 'no-such-line' | 'not-paid' | 'settling' | 'dispute-open' };

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
    }
  | { readonly kind: 'not-found' };

/** `outbox`: ids to relay now. `transferId`: the offer that stands. */
export type TransferOffered =
  | { readonly kind: 'offered'; readonly transferId: string; readonly outbox: readonly string[] }
  /** The spot was offered as often as it may be in 24 hours; one more offer is possible after `retryAfter` seconds. */
  | { readonly kind: 'too-many-transfers'; readonly retryAfter: number }
  | { readonly kind: 'not-found' | Exclude<ChangePermission, 'change' | 'done'> };

/** `fromId`: the registration that gave the spot. `outbox`: ids to relay now. */
export type TransferAccepted =
  | { readonly kind: 'accepted'; readonly fromId: string; readonly number: number; readonly outbox: readonly string[] }
  /**
   * `gone`: withdrawn, cancelled, or passed on to somebody else. `same-person`: the recipient has a registration
   * already.
   */
  | { readonly kind: 'not-found' | 'gone' | 'too-late' | 'same-person' | 'waiver-changed' };

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
