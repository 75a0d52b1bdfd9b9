/**
 * The writer's statements. $1 is the event. A batch comes as parallel arrays, because the text of an UNNEST stays short
 * however long the batch is: RDS Proxy pins a session on any statement over 16 KB. Batches are written in one order (by
 * number, by id), so that two writers wait for each other instead of deadlocking.
 */

const submitted = `unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::text[]`;

/**
 * Confirms submissions whose spot is still theirs: the same number in the same block, and an offer only by its owner.
 */
export const recordHeld = `
  WITH m AS (
    SELECT * FROM ${submitted}, $8::int[], $9::uuid[])
      AS m (id, person, runner, waiver_hash, submitted_at, session_hash, number, block)
  ), s AS (
    SELECT number, block FROM spot
    WHERE event_id = $1 AND number = ANY ($8::int[]) AND block = ANY ($9::uuid[])
    ORDER BY number FOR NO KEY UPDATE
  )
  INSERT INTO registration
    (id, event_id, person, outcome, live, spot, block, number, via, runner, waiver_hash, submitted_at, session_hash)
  SELECT m.id, $1, m.person, 'confirmed', true, s.number, s.block, s.number, 'block', m.runner::jsonb, m.waiver_hash,
         m.submitted_at, m.session_hash
  FROM m JOIN s USING (number, block) JOIN block b ON b.id = m.block AND (b.owner IS NULL OR b.owner = m.person)
  ORDER BY s.number, m.id
  ON CONFLICT DO NOTHING
  RETURNING id, number`;

/**
 * LATERAL … LIMIT 1 together with the role's enable_seqscan = off keeps the plan on the indexes even where the tables
 * were empty when it was made: the first opening of a fresh database.
 */
export const classify = `
  SELECT m.id, r.outcome, r.number, p.found IS NOT NULL AS same_person
  FROM unnest($2::uuid[], $3::text[]) AS m (id, person)
  LEFT JOIN LATERAL (SELECT outcome, number FROM registration WHERE id = m.id LIMIT 1) r ON true
  LEFT JOIN LATERAL (
    SELECT 1 AS found FROM registration WHERE event_id = $1 AND person_key(person) = person_key(m.person) AND live LIMIT 1
  ) p ON true`;

/**
 * Takes sellable spots only (block IS NULL): a row in an open block is promised to somebody. Returns each spot taken,
 * with the registration that got it, if any.
 */
export const recordLate = `
  WITH m AS (
    SELECT *, row_number() OVER (ORDER BY place) AS n FROM ${submitted}) WITH ORDINALITY
      AS m (id, person, runner, waiver_hash, submitted_at, session_hash, place)
  ), picked AS (
    SELECT number FROM spot WHERE event_id = $1 AND block IS NULL ORDER BY number
    LIMIT cardinality($2::uuid[]) FOR UPDATE SKIP LOCKED
  ), taken AS (
    UPDATE spot s SET block = $8 FROM picked WHERE s.event_id = $1 AND s.number = picked.number AND s.block IS NULL
    RETURNING s.number
  ), dealt AS (
    SELECT number, row_number() OVER (ORDER BY number) AS n FROM taken
  ), written AS (
    INSERT INTO registration
      (id, event_id, person, outcome, live, spot, block, number, via, runner, waiver_hash, submitted_at, session_hash)
    SELECT m.id, $1, m.person, 'confirmed', true, d.number, $8, d.number, 'late', m.runner::jsonb, m.waiver_hash,
           m.submitted_at, m.session_hash
    FROM m JOIN dealt d USING (n)
    ON CONFLICT DO NOTHING
    RETURNING id, number
  )
  SELECT d.number, w.id FROM dealt d LEFT JOIN written w USING (number)`;

/** Gives back spots that a late batch took and, because of a conflict, did not use. */
export const releaseUnused = `
  UPDATE spot SET block = NULL WHERE event_id = $1 AND number = ANY ($2::int[]) AND block = $3`;

/** Records an outcome ($8) without a spot; an id that has a row keeps it. */
export const decideWithoutSpot = `
  INSERT INTO registration (id, event_id, person, outcome, live, via, runner, waiver_hash, submitted_at, session_hash)
  SELECT m.id, $1, m.person, $8, false, 'none', m.runner::jsonb, m.waiver_hash, m.submitted_at, m.session_hash
  FROM ${submitted}) AS m (id, person, runner, waiver_hash, submitted_at, session_hash)
  ORDER BY m.id
  ON CONFLICT (id) DO NOTHING
  RETURNING id`;

/** By the database's clock, like everything that ends. */
export const mayStillCome = `
  SELECT DISTINCT id FROM unnest($1::uuid[], $2::timestamptz[]) AS m (id, until)
  WHERE until > clock_timestamp() AND NOT EXISTS (SELECT FROM registration r WHERE r.id = m.id)`;

/**
 * The row comes first, the money after: without the row, a message that is only late would confirm a runner who has not
 * paid.
 */
export const sweepUndecided = `
  INSERT INTO registration (id, event_id, outcome, live, via, session_hash)
  SELECT id, event_id, 'refused', false, 'sweep', session_hash
  FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS m (id, event_id, session_hash)
  ORDER BY id
  ON CONFLICT (id) DO NOTHING
  RETURNING id`;
