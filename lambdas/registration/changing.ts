import type { PaymentState } from '../payment/payment';

/** Why a confirmed registration has no spot any more. */
export type Ended = 'cancelled' | 'transferred' | 'payment-failed';

/** Who wants a change: the runner within the race's rules, the director whatever they say. */
export type Actor = 'runner' | 'director';

/** What the database knows of a registration at the moment it is to be changed. */
export interface ChangeFacts {
  readonly isLive: boolean;
  readonly ended?: Ended | undefined;
  readonly payment: PaymentState;
  /** What was paid for this runner, in the currency's smallest unit. */
  readonly amount: number;
  /** By the database's clock; false when the race lets no runner do it. */
  readonly isInTime: boolean;
}

/** `settling`: the card is being charged this moment, and money that is not there yet cannot be given back. */
export type ChangePermission = 'change' | 'settling' | 'too-late' | 'done' | 'no-spot';

/** May this registration give up its spot, for the reason given? `done`: it did so already. */
export const mayChange = (facts: ChangeFacts, reason: Ended, by: Actor): ChangePermission => {
  if (facts.ended === reason) return 'done';
  if (!facts.isLive) return 'no-spot';
  if (facts.payment === 'authorised') return 'settling';
  return by === 'runner' && !facts.isInTime ? 'too-late' : 'change';
};

/** How much goes back, rounded down to the currency's smallest unit. */
export const refundOf = (amount: number, percent: number): number => Math.floor((amount * percent) / 100);
