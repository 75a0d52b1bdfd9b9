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

/** Where a payment stands in the database: `authorised` until the processor has done what is wanted. */
export type PaymentState = 'authorised' | 'captured' | 'voided' | 'failed' | 'refunded';

/**
 * What must become of a card, decided by the database. `registrationId`: the one the processor knows the money under.
 * `amount`: of a refund, how much of what was taken is given back.
 */
export interface PaymentOrder extends Charge {
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

/** A refund that was on its way, and that the bank sent back: somebody has to give the money by hand. */
export interface FailedRefund extends Charge {
  readonly state: 'refund-failed';
  readonly authorisation: string;
  /** In the processor's words. */
  readonly reason: string;
}

/** A payment as the processor knows it. `open`: nobody's money is held, but it still could be. */
export interface HeldPayment extends Charge {
  readonly authorisation: string;
  readonly state: 'open' | 'authorised' | 'captured' | 'voided';
}
