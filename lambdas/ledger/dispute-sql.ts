import { isSomebody } from '../domain/somebody-sql';

/**
 * Of a dispute (SQL): the bank has taken the money back for good, or somebody has given all of it back by hand. The processor gives nothing
 * more of such a payment back.
 */
export const isLostDispute = `dispute.status IN ('lost', 'prevented', 'refunded')`;
/** The bank has the money, or may take it, and has not decided. */
export const isOpenDispute = `NOT dispute.refundable AND dispute.status NOT IN ('won', 'warning_closed', 'lost', 'prevented', 'refunded', 'returned')`;
/** The bank has not decided, or it took the money back and no director has said since that the runner keeps the spot. */
export const isUndecidedDispute = `(${isOpenDispute} OR ${isLostDispute} AND dispute.decided IS DISTINCT FROM 'keep')`;

const disputeOf = (payment: string, condition: string): string => `EXISTS (
  SELECT FROM dispute WHERE dispute.registration_id = ${payment} AND (${condition}))`;

/**
 * Whether the money of a payment is in a dispute, so that the processor would not give it back (SQL). Also after the
 * dispute was lost or prevented: the runner has the money back already. `payment`: the payment's registration id.
 */
export const isDisputed = (payment: string): string => disputeOf(payment, `${isOpenDispute} OR ${isLostDispute}`);

/** Whether a bank has not decided yet about a payment (SQL). */
export const isAtBank = (payment: string): string => disputeOf(payment, isOpenDispute);

/** Whether the bank has taken the money of a payment back (SQL). */
export const isLost = (payment: string): string => disputeOf(payment, isLostDispute);

/**
 * Whether a bank took less of payment `p` (SQL) than was on its way back: the processor gives nothing more of it back, so somebody has to
 * pay the rest by hand. Null where no bank took anything.
 */
export const isRestOwed = (
  p: string,
): string => `(${p}.wanted = 'refund' AND ${p}.state = 'captured' AND ${p}.refund_paid_at IS NULL
  AND ${p}.refund - ${p}.refunded > (SELECT sum(amount) FROM dispute WHERE dispute.registration_id = ${p}.registration_id AND ${isLostDispute})
  AND NOT ${disputeOf(`${p}.registration_id`, isOpenDispute)})`;

/** Whether this is so of any payment for registration `g` (SQL): for its spot, or for moves to dearer events. */
const ofAnyPayment = (
  g: string,
  condition: string,
): string => `(${disputeOf(`coalesce(${g}.paid_as, ${g}.id)`, condition)} OR EXISTS (
  SELECT FROM move_offer m WHERE m.registration_id = ${g}.id AND ${disputeOf('m.paid_as', condition)}))`;

/** Whether any payment for the registration `g` is disputed (SQL). `g`: the table or its alias. */
export const isAnythingDisputed = (g: string): string => ofAnyPayment(g, `${isOpenDispute} OR ${isLostDispute}`);

/** Whether a bank has not decided yet about a payment for the registration `g` (SQL). */
export const isAnythingAtBank = (g: string): string => ofAnyPayment(g, isOpenDispute);

/** Whether a director has to decide, or a bank, about any payment for the registration `g` (SQL). */
export const isUndecided = (g: string): string => ofAnyPayment(g, isUndecidedDispute);

/** Whether a credit pays for registration `id`, and of a payment that the credit was made of the same is so (SQL). */
export const isOnDisputedCredit = (id: string): string => `EXISTS (
  SELECT FROM registration_line l JOIN credit c ON c.pool_id = l.pool_id JOIN registration g ON g.id = c.registration_id
  WHERE l.registration_id = ${id} AND l.kind = 'code' AND l.state IN ('given', 'over')
    AND ${isUndecided('g')})`;

/** The registrations that the payment is for, or that moved with it (SQL). Column: `id`. */
const paidBy = (payment: string): string => `
  SELECT m.id FROM registration m WHERE (m.id = ${payment} OR m.paid_as = ${payment}) AND ${isSomebody('m')}
  UNION ALL
  SELECT o.registration_id FROM move_offer o WHERE o.paid_as = ${payment}
  UNION ALL
  SELECT f.became FROM transfer f WHERE f.fee_paid_as = ${payment}`;

/**
 * The registrations that run on the money of a payment (SQL): those that it is for or that moved with it, with `id` and `on_credit`,
 * and those that the credit of one of them pays for.
 */
export const runOn = (payment: string): string => `
  SELECT p.id, false AS on_credit FROM (${paidBy(payment)}) p
  UNION ALL
  SELECT l.registration_id, true FROM (${paidBy(payment)}) p JOIN credit c ON c.registration_id = p.id
  JOIN registration_line l ON l.pool_id = c.pool_id AND l.kind = 'code' AND l.state IN ('given', 'over')`;
