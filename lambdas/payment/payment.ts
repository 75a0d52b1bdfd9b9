/** What one registration costs. `amount` in the currency's smallest unit. */
export interface Charge {
  readonly registrationId: string;
  readonly amount: number;
  readonly currency: string;
}

/** Where a payment stands in the database: `authorised` until the processor has done what is wanted. */
export type PaymentState = 'authorised' | 'captured' | 'voided' | 'failed' | 'refunded';

/** What must become of an authorised card, decided by the database. */
export interface PaymentOrder extends Charge {
  readonly action: 'capture' | 'void';
  /** The processor's id; null when the processor must be asked whether it has any. */
  readonly authorisation: string | null;
}

/** What became of it. May arrive twice, late or in any order. */
export interface Settlement extends Charge {
  readonly state: 'captured' | 'voided' | 'failed';
  readonly authorisation: string | null;
  readonly reason?: string;
}

/** A payment as the processor knows it. `open`: nobody's money is held, but it still could be. */
export interface HeldPayment extends Charge {
  readonly authorisation: string;
  readonly state: 'open' | 'authorised' | 'captured' | 'voided';
}
