import { paidFeeWith } from '../../ledger/transfer-fee-sql';

/**
 * SQL: what people owe who keep a spot: the difference of a move, or the fee of somebody to whom a spot was passed on, which could not be
 * charged after all. Columns: `payment`; `id`, the registration; `amount`, `currency`; `what`. Nobody owes anything once their registration
 * has ended, or a director has decided.
 */
export const unpaidCharges = `
  SELECT p.registration_id AS payment, g.id, coalesce(p.capture_amount, p.amount) AS amount, p.currency,
    CASE WHEN o.id IS NULL THEN 'fee' ELSE 'difference' END AS what
  FROM payment p LEFT JOIN move_offer o ON o.paid_as = p.registration_id
  JOIN registration g ON g.id = coalesce(o.registration_id, ${paidFeeWith('p.registration_id')}, p.registration_id)
  WHERE p.unpaid = 'due' AND g.live`;
