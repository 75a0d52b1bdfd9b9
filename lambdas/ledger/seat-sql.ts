import { isCheckedIn } from '../domain/check-in-sql';
import { isOnDisputedCredit } from './dispute-sql';
import { moneyOf, paymentState } from './move-sql';

/** The statements that change a decided registration. $1 is the registration unless said otherwise. */

export interface RegistrationForChange {
  readonly event_id: string;
  readonly race_id: string;
  /** The registration that paid. */
  readonly paid_as: string;
  readonly has_lines: boolean;
}

/**
 * A `RegistrationForChange`. Its event is sure only when it is read under the lock of the payment: a director may move a
 * registration to another event.
 */
export const findForChange = `
  SELECT r.event_id, e.race_id, coalesce(r.paid_as, r.id) AS paid_as,
         EXISTS (SELECT FROM registration_line WHERE registration_id = r.id) AS has_lines
  FROM registration r JOIN event e ON e.id = r.event_id WHERE r.id = $1`;

/** $2: the hash of a session. It is written with the row and never changed. */
export const findOfSession = 'SELECT id FROM registration WHERE id = $1 AND session_hash = $2';

/** $2: the version of a link. An older link went to an address that was corrected since. */
export const findOfLink = 'SELECT id FROM registration WHERE id = $1 AND link_version <= $2';

/**
 * The payments of a registration: that of its spot, which is the same for ever, and those of moves to dearer events. Another one of those
 * is made under the lock of the first.
 */
export const lockPaymentOf = `
  SELECT registration_id FROM payment WHERE registration_id = ANY (ARRAY(
    SELECT coalesce(paid_as, id) FROM registration WHERE id = $1
    UNION ALL SELECT paid_as FROM move_offer WHERE registration_id = $1 AND paid_as IS NOT NULL))
  ORDER BY registration_id FOR NO KEY UPDATE`;

/** Locks its spot, if it has one. The spot comes before the registration, as in the writer's lock order. */
export const lockSeat = `
  SELECT s.number FROM registration r JOIN spot s ON s.event_id = r.event_id AND s.number = r.spot
  WHERE r.id = $1 AND r.live FOR UPDATE OF s`;

/**
 * Locks the spots of the registrations $1, for a check-in: it has to come before a change of the spot or after it, and not between what
 * the change reads and what it writes. Whoever changes a spot takes `lockSeat`, and reads only then who is checked in.
 */
export const lockSeatsForCheckIn = `
  SELECT s.number FROM registration r JOIN spot s ON s.event_id = r.event_id AND s.number = r.spot
  WHERE r.id = ANY ($1::uuid[]) AND r.live ORDER BY s.event_id, s.number FOR SHARE OF s`;

/**
 * The facts at this moment, read without a lock: enough to refuse a change. Of a payment for a group, the amount is this
 * registration's share.
 */
export const factsNow = `
  SELECT f.at_bank AS disputed, f.undecided, f.spot_lost, f.moves_left, f.moves_lost, ${isOnDisputedCredit('r.id')} AS on_disputed_credit, r.live, r.ended, r.spot, r.block, r.refund, ${paymentState} AS state, p.authorisation, coalesce(r.share, p.capture_amount, p.amount) AS amount, p.currency, r.form_revision,
         coalesce(clock_timestamp() < a.cancel_until, false) AND a.cancelled_at IS NULL AND NOT ${isCheckedIn('r.id')} AS in_time, a.refund_percent
  FROM registration r
  JOIN payment p ON p.registration_id = coalesce(r.paid_as, r.id)
  JOIN event e ON e.id = r.event_id JOIN race a ON a.id = e.race_id
  CROSS JOIN LATERAL (${moneyOf}) f
  WHERE r.id = $1`;

/** Read after the locks: a statement that waits does not see what the lock's holder committed. */
export const changeFacts = `${factsNow} FOR NO KEY UPDATE OF r`;

/**
 * The outcome stays what it was for ever, so that a repeated delivery does not bring the registration back. $2: why it
 * ended; $3: the refund.
 */
export const endRegistration = `
  UPDATE registration SET refund = $3, live = false, spot = NULL, block = NULL, ended = $2 WHERE id = $1 AND live`;

/** $1: the event; $2: the number; $3: the block. */
export const freeSpot = 'UPDATE spot SET block = NULL WHERE event_id = $1 AND number = $2 AND block = $3';

/**
 * $1: the registration id that the processor knows the payment by; $2: how much more to refund. While one order is on
 * its way, no other may leave: two that reach the processor at once could refund more than both want. The function that
 * settles the first order sends the rest.
 */
export const wantRefund = `
  UPDATE payment SET wanted = 'refund', state = 'captured', refund = coalesce(refund, 0) + $2,
    refund_ordered = CASE WHEN wanted = 'refund' AND state = 'captured' THEN coalesce(refund_ordered, refund) END
  WHERE registration_id = $1 AND state IN ('captured', 'refunded')
  RETURNING refund AS amount, refunded AS before, refund_ordered IS NOT NULL AS is_on_its_way`;

/** The number that is worn goes on with the spot. $2: who gets the spot. */
export const moveBib = 'UPDATE bib SET registration_id = $2 WHERE registration_id = $1 AND void_at IS NULL';

/** The number that is worn is nobody's any more. */
export const voidBib = `
  UPDATE bib SET void_at = clock_timestamp() WHERE registration_id = $1 AND void_at IS NULL RETURNING number`;
