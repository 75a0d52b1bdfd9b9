/**
 * Whether the money of a payment is in a dispute, so that the processor would not give it back (SQL). Also after the
 * dispute was lost or prevented: the runner has the money back already. `payment`: the payment's registration id.
 */
export const isDisputed = (payment: string): string => `EXISTS (
  SELECT FROM dispute d
  WHERE d.registration_id = ${payment} AND NOT d.refundable AND d.status NOT IN ('won', 'warning_closed'))`;

/**
 * Whether any payment for the registration `g` is disputed (SQL): for its spot, or for moves to dearer events. `g`: the table or its
 * alias.
 */
export const isAnythingDisputed = (g: string): string => `(${isDisputed(`coalesce(${g}.paid_as, ${g}.id)`)} OR EXISTS (
  SELECT FROM move_offer m WHERE m.registration_id = ${g}.id AND ${isDisputed('m.paid_as')}))`;

/** Whether a credit pays for registration `id`, and a payment that the credit was made of is disputed (SQL). */
export const isOnDisputedCredit = (id: string): string => `EXISTS (
  SELECT FROM registration_line l JOIN credit c ON c.pool_id = l.pool_id JOIN registration g ON g.id = c.registration_id
  WHERE l.registration_id = ${id} AND l.kind = 'code' AND l.state IN ('given', 'over')
    AND ${isAnythingDisputed('g')})`;

/** The registrations that the payment is for, or that moved with it (SQL). Column: `id`. */
const paidBy = (payment: string): string => `
  SELECT m.id FROM registration m WHERE (m.id = ${payment} OR m.paid_as = ${payment}) AND m.via <> 'move'
  UNION ALL
  SELECT o.registration_id FROM move_offer o WHERE o.paid_as = ${payment}`;

/**
 * The registrations that run on the money of a payment (SQL): those that it is for or that moved with it, with `id` and `on_credit`,
 * and those that the credit of one of them pays for.
 */
export const runOn = (payment: string): string => `
  SELECT p.id, false AS on_credit FROM (${paidBy(payment)}) p
  UNION ALL
  SELECT l.registration_id, true FROM (${paidBy(payment)}) p JOIN credit c ON c.registration_id = p.id
  JOIN registration_line l ON l.pool_id = c.pool_id AND l.kind = 'code' AND l.state IN ('given', 'over')`;
