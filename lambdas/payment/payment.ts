/** What one registration costs. `amount` in the currency's smallest unit. */
export interface Charge {
  readonly registrationId: string;
  readonly amount: number;
  readonly currency: string;
  /**
   * What it is for. Written on the payment when it is made, so that money whose submission was lost can be brought home.
   * Whoever may make the payment gives the same: another word under the same key is refused.
   */
  readonly raceId?: string;
  readonly eventId?: string;
}

/** Money to be given back. `amount`: in all, once this is done. */
export interface Refunding extends Charge {
  /** How much of it went back by orders before this one; none when nothing is said. */
  readonly before?: number;
}

/** Where a payment stands in the database: `authorised` until the processor has done what is wanted. */
export type PaymentState = 'authorised' | 'captured' | 'voided' | 'failed' | 'refunded';

/**
 * What must become of a card, decided by the database. `registrationId`: the one the processor knows the money under.
 * `amount`: of a refund, how much of what was taken is to be given back in all, once the order is carried out.
 */
export interface PaymentOrder extends Refunding {
  readonly action: 'capture' | 'void' | 'refund';
  /** The processor's id; null when the processor must be asked whether it has any. */
  readonly authorisation: string | null;
}

/** What became of it, with the amount that moved or did not. May arrive twice, late or in any order. */
export interface Settlement extends Charge {
  readonly state: 'captured' | 'voided' | 'failed' | 'refunded';
  readonly authorisation: string | null;
  readonly reason?: string;
}

/**
 * Money that was on its way back, and that the bank sent to us again: somebody has to give it by hand. `amount`: all of
 * it of this payment, so far.
 */
export interface FailedRefund extends Charge {
  readonly state: 'refund-failed';
  readonly authorisation: string;
  /** How much our refunds were to bring to the runner in all; `amount` when nothing is said. */
  readonly sent?: number;
  /** How much he has, by whatever refunds; nothing when nothing is said. */
  readonly standing?: number;
  /** In the processor's words. */
  readonly reason: string;
}

/** A payment as the processor knows it. `open`: nobody's money is held, but it still could be. */
export interface HeldPayment extends Charge {
  readonly authorisation: string;
  readonly state: 'open' | 'authorised' | 'captured' | 'voided';
}
