import { isAnythingAtBank, isAnythingDisputed, isLost } from './dispute-sql';

/** SQL: what registration `id` has paid to move to dearer events. `o`: the offer; `d`: the payment. */
export const differencesOf = (id: string): string =>
  `move_offer o JOIN payment d ON d.registration_id = o.paid_as WHERE o.registration_id = ${id}`;

/** SQL: the state of the payment `p` of registration `r`. While a difference is on its way, so is the payment. */
export const paymentState = `
  CASE WHEN EXISTS (SELECT FROM ${differencesOf('r.id')} AND d.state = 'authorised') THEN 'authorised' ELSE p.state END`;

/** SQL: whether any money of registration `r` is in a dispute, or was lost in one. */
export const isMoneyDisputed = isAnythingDisputed('r');
/** SQL: whether a bank has not decided yet about money of registration `r`. */
export const isMoneyAtBank = isAnythingAtBank('r');

const sumOfMoves = (condition: string): string => `
  (SELECT coalesce(sum(d.amount - coalesce(d.refund, 0)), 0)::int
   FROM ${differencesOf('r.id')} AND d.state IN ('captured', 'refunded') AND ${condition})`;

/** SQL: the columns of `MoneyRow` for registration `r`. */
export const lostMoney = `
  ${isLost('coalesce(r.paid_as, r.id)')} AS spot_lost, ${sumOfMoves('true')} AS moves_left,
  ${sumOfMoves(isLost('d.registration_id'))} AS moves_lost`;

/** What a registration's payments have of its money, so far as that says what banks have taken back. */
export interface MoneyRow {
  /** A bank took the payment for the spot back. */
  readonly spot_lost: boolean;
  /** What was paid for moves to dearer events and not given back, and how much of it is in payments that banks took back. */
  readonly moves_left: number;
  readonly moves_lost: number;
}

/**
 * How much banks have taken back of `left`: what was paid for an entry, less what was given back. Of a payment that a bank took back
 * nothing counts as left, whatever part it took, because the processor gives nothing more of it back.
 */
export const takenBack = (left: number, { spot_lost, moves_left, moves_lost }: MoneyRow): number =>
  Math.min(left, moves_lost + (spot_lost ? Math.max(0, left - moves_left) : 0));
