import type { PaymentState } from '../../domain/money/payment';
import type { Actor, Ended } from '../../domain/registration';

/** What the database knows of a registration at the moment of the change. */
export interface ChangeFacts {
  readonly isLive: boolean;
  readonly ended?: Ended | undefined;
  readonly payment: PaymentState;
  /** What was paid for this runner, in the currency's smallest unit. */
  readonly amount: number;
  /** By the database's clock; false when the race lets no runner do it, and once they are checked in. */
  readonly isInTime: boolean;
  /** The runner's bank has taken the money back, or may; and no director has said since that the runner keeps the spot. */
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

/** One thing that a registration in a race with a form consists of. */
export interface ChangeLine {
  readonly position: number;
  readonly kind: 'entry' | 'item' | 'donation' | 'fee' | 'code' | 'team';
  readonly amount: number;
  /** How much of it was given back before, or taken back by a bank. */
  readonly refunded: number;
  /** It was given to the runner, and came back from nobody. */
  readonly isGiven: boolean;
  readonly isHandedOut: boolean;
  /** The form still gives the money of this item back. By the database's clock. */
  readonly isInTime: boolean;
}

/**
 * What is given back of each line when the spot is given back, by position. Of the entry the percentage. Items in full, as
 * long as the form says so and nobody has them in hand. Donations and fees by a director alone, who names a percentage of
 * everything.
 */
export const lineRefunds = (
  lines: readonly ChangeLine[],
  racePercent: number,
  directorPercent?: number,
): ReadonlyMap<number, number> =>
  new Map(
    lines.map((line) => {
      const { position, kind, amount, refunded, isGiven, isHandedOut, isInTime } = line;
      const whole = (): number => {
        if (directorPercent !== undefined) return refundOf(amount, directorPercent);
        if (kind === 'entry') return refundOf(amount, racePercent);
        return kind === 'item' && isInTime && !isHandedOut ? amount : 0;
      };
      return [position, isGiven ? Math.max(0, whole() - refunded) : 0] as const;
    }),
  );

export const sumOf = (refunds: ReadonlyMap<number, number>): number =>
  [...refunds.values()].reduce((sum, refund) => sum + refund, 0);

/** The refund, rounded down to the currency's smallest unit. */
export const refundOf = (amount: number, percent: number): number => Math.floor((amount * percent) / 100);
