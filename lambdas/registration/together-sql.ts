/** The statements of those who decide several at once, under the event's lock. $1 is the event. */

/** The seats ($2) that are still in the block they were dealt from ($3); an offer's are of use to its owner ($4) only. In the writer's order. */
export const lockSeats = `
  SELECT s.number FROM spot s JOIN block b ON b.id = s.block AND (b.owner IS NULL OR b.owner = $4)
  WHERE s.event_id = $1 AND s.number = ANY ($2::int[]) AND s.block = $3
  ORDER BY s.number FOR NO KEY UPDATE OF s`;

/**
 * What is written of each of them, and on his seat. A statement of its own, because one that waits for a lock does not see
 * what the lock's holder committed. LATERAL … LIMIT 1 for the plan's sake, as in `classify`.
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

/** Sellable spots only, as many as are missing ($2): locked, and taken when they are enough. */
export const lockSellable = `
  SELECT number FROM spot WHERE event_id = $1 AND block IS NULL ORDER BY number LIMIT $2 FOR UPDATE SKIP LOCKED`;

export const takeLocked =
  'UPDATE spot SET block = $3 WHERE event_id = $1 AND number = ANY ($2::int[]) AND block IS NULL';

/**
 * All of them with one outcome ($2), who pays ($3) and what each cost ($4). Without ON CONFLICT: whoever was faster with
 * one of the ids, persons or spots undoes it all, and is seen the next time.
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

/** A sweep that came first did not know that the payment was for several. $1: who pays. */
export const noteShare = 'UPDATE registration SET share = $2 WHERE id = $1 AND share IS NULL';

/** Without a lock: what is decided stays. $1: who pays. */
export const findOutcome = 'SELECT outcome FROM registration WHERE id = $1';
