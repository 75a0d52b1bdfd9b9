/** The statements that decide a group, under the event's lock. $1 is the event. */

/**
 * The seats ($2) that are still in the block they were dealt from ($3); seats of an offer count only for its owner
 * ($4). Locked in the writer's order.
 */
export const lockSeats = `
  SELECT s.number FROM spot s JOIN block b ON b.id = s.block AND (b.owner IS NULL OR b.owner = $4)
  WHERE s.event_id = $1 AND s.number = ANY ($2::int[]) AND s.block = $3
  ORDER BY s.number FOR NO KEY UPDATE OF s`;

/**
 * What is recorded for each member, and on their seat. It is a statement of its own, because one that waits for a lock
 * does not see what the lock's holder committed. LATERAL … LIMIT 1 keeps the plan on the indexes, as in `classify`.
 */
export const lookAtMembers = `
  SELECT m.id, r.outcome, r.number, p.found IS NOT NULL AS same_person, o.found IS NOT NULL AS occupied
  FROM unnest($2::uuid[], $3::text[], $4::int[]) WITH ORDINALITY AS m (id, person, spot, place)
  LEFT JOIN LATERAL (SELECT outcome, number FROM registration WHERE id = m.id LIMIT 1) r ON true
  LEFT JOIN LATERAL (
    SELECT 1 AS found FROM registration WHERE event_id = $1 AND person_key(person) = person_key(m.person) AND live LIMIT 1
  ) p ON true
  LEFT JOIN LATERAL (SELECT 1 AS found FROM registration WHERE event_id = $1 AND spot = m.spot LIMIT 1) o ON true
  ORDER BY m.place`;

/** Sellable spots only, as many as are missing ($2): locked here, and taken when they are enough. */
export const lockSellable = `
  SELECT number FROM spot WHERE event_id = $1 AND block IS NULL ORDER BY number LIMIT $2 FOR UPDATE SKIP LOCKED`;

/** Takes locked spots ($2) into a block of their own ($3). */
export const takeLocked =
  'UPDATE spot SET block = $3 WHERE event_id = $1 AND number = ANY ($2::int[]) AND block IS NULL';

/**
 * Writes all members with one outcome ($2), the registration that pays ($3) and each member's share ($4). Without ON
 * CONFLICT: if another transaction was faster with one of the ids, persons or spots, all of this is undone, and the
 * retry sees it.
 */
export const writeMembers = `
  INSERT INTO registration
    (id, event_id, person, outcome, live, spot, block, number, via, runner, waiver_hash, submitted_at, paid_as, share,
     session_hash)
  SELECT m.id, $1, m.person, $2, m.spot IS NOT NULL, m.spot, m.block, m.spot, m.via, m.runner::jsonb, $5, $6,
         nullif($3::uuid, m.id), $4, $13
  FROM unnest($7::uuid[], $8::text[], $9::text[], $10::int[], $11::uuid[], $12::text[])
    AS m (id, person, runner, spot, block, via)
  ORDER BY m.spot, m.id`;

/** A sweep that came first did not know that the payment was for a group. $1: the registration that pays. */
export const setShare = 'UPDATE registration SET share = $2 WHERE id = $1 AND share IS NULL';

/** Read without a lock, because a decision is never changed. $1: the registration that pays. */
export const findOutcome = 'SELECT outcome FROM registration WHERE id = $1';
