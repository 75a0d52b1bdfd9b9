import { isMoneyUndecided } from './move-sql';

/**
 * SQL: the payment of the fee for which the spot of transfer `t` was taken over: the one that its registration began with, or the one by
 * which the fee was paid once more. NULL: it cost nothing.
 */
export const paymentOfFee = (t: string): string => `coalesce(${t}.fee_paid_as, ${t}.became)`;

/** SQL: the registration that paid the fee with payment `payment` once more. NULL: the payment is for something else. */
export const paidFeeWith = (payment: string): string =>
  `(SELECT f.became FROM transfer f WHERE f.fee_paid_as = ${payment})`;

/**
 * SQL: `FROM …`: the fee that the runner of a transfer `o` can pay once more, as payment `u`: it could not be charged, they have the spot,
 * and no director has decided about it. `condition`: which transfers. `r`: the registration; `t`, `a`: its event and race.
 */
export const dueFees = (condition: string): string =>
  `transfer o JOIN payment u ON u.registration_id = ${paymentOfFee('o')} JOIN registration r ON r.id = o.became
   JOIN event t ON t.id = r.event_id JOIN race a ON a.id = t.race_id
   WHERE ${condition} AND o.state = 'accepted' AND u.unpaid = 'due' AND r.live
     AND t.sale IS DISTINCT FROM 'cancelled' AND a.cancelled_at IS NULL AND NOT (${isMoneyUndecided})`;

/** $1: a payment that failed. Another one pays what was due of it. */
export const endDue = 'UPDATE payment SET unpaid = NULL WHERE registration_id = $1';
