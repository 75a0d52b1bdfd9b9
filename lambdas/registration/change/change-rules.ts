import type { PaymentState } from '../../domain/payment';
import type { Actor, Ended } from '../../domain/registration';

/** What the database knows of a registration at the moment of the change. */
export interface ChangeFacts {
  readonly isLive: boolean;
  readonly ended?: Ended | undefined;
  readonly payment: PaymentState;
  /** What was paid for this runner, in the currency's smallest unit. */
  readonly amount: number;
  /** By the database's clock; false when the race lets no runner do it. */
  readonly isInTime: boolean;
  /** The runner's bank has taken the money back, or may. */
  readonly isDisputed?: boolean | undefined;
}

/**
 * `settling`: the card is being charged at this moment, and money that has not come in cannot be refunded.
 * `dispute-open`: a director decides what becomes of a runner who disputes the payment.
 */
export type ChangePermission = 'change' | 'settling' | 'dispute-open' | 'too-late' | 'done' | 'no-spot';

/** May this registration give up its spot for this reason? `done`: it has already. */
export const mayChange = (facts: ChangeFacts, reason: Ended, by: Actor): ChangePermission => {
  if (facts.ended === reason) return 'done';
  if (!facts.isLive) return 'no-spot';
  if (facts.payment === 'authorised') return 'settling';
  if (by === 'runner' && facts.isDisputed) return 'dispute-open';
  return by === 'runner' && !facts.isInTime ? 'too-late' : 'change';
};

/** The refund, rounded down to the currency's smallest unit. */
export const refundOf = (amount: number, percent: number): number => Math.floor((amount * percent) / 100);
