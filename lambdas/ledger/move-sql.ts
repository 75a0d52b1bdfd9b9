import { isLostDispute, isOpenDispute, isUndecided, isUndecidedDispute } from './dispute-sql';

/** SQL: what registration `id` has paid to move to dearer events. `o`: the offer; `d`: the payment. */
export const differencesOf = (id: string): string =>
  `move_offer o JOIN payment d ON d.registration_id = o.paid_as WHERE o.registration_id = ${id}`;

/** SQL: the state of the payment `p` of registration `r`. While a difference is on its way, so is the payment. */
export const paymentState = `
  CASE WHEN EXISTS (SELECT FROM ${differencesOf('r.id')} AND d.state = 'authorised') THEN 'authorised' ELSE p.state END`;

/** SQL: whether any money of registration `r` is in a dispute, or is gone and no director has said since that the runner keeps the spot. */
export const isMoneyUndecided = isUndecided('r');

/**
 * SQL: `FROM … CROSS JOIN LATERAL (…) f` for registration `r`: a `MoneyRow`, and what banks do about its payments. `at_bank`: one has not
 * decided. `undecided`: the same, or one took money back and no director has said since that the runner keeps the spot.
 * Payments and disputes are read once, because most of what such a statement costs is its plan.
 */
export const moneyOf = `
  SELECT coalesce(bool_or(b.is_open), false) AS at_bank, coalesce(bool_or(b.is_undecided), false) AS undecided,
         coalesce(bool_or(b.is_lost) FILTER (WHERE y.is_spot), false) AS spot_lost,
         sum(y.rest)::int AS moves_left, coalesce(sum(y.rest) FILTER (WHERE b.is_lost), 0)::int AS moves_lost
  FROM (
    SELECT coalesce(r.paid_as, r.id) AS id, true AS is_spot, 0 AS rest
    UNION ALL
    SELECT d.registration_id, false, CASE WHEN d.state IN ('captured', 'refunded') THEN d.amount - coalesce(d.refund, 0) ELSE 0 END
    FROM ${differencesOf('r.id')}
  ) y CROSS JOIN LATERAL (
    SELECT bool_or(${isOpenDispute}) AS is_open, bool_or(${isLostDispute}) AS is_lost, bool_or(${isUndecidedDispute}) AS is_undecided
    FROM dispute WHERE dispute.registration_id = y.id
  ) b`;

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
