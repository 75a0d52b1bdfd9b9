/**
 * SQL: pools $1 of races $2 for teams $3, in parallel, each with $4 places. The first $5 of each are in block $6, which is
 * closed: they are the founders'.
 */
export const addTeamPools = `
  WITH t AS (
    SELECT * FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::int[], $5::int[], $6::uuid[])
      AS t (pool_id, race_id, team_id, size, founders, block)
  ), pools AS (
    INSERT INTO pool (id, race_id, kind, ref, stock, next_number)
    SELECT pool_id, race_id, 'team', team_id::text, size, size + 1 FROM t
  ), blocks AS (
    INSERT INTO unit_block (id, pool_id, numbers, deal_until, closes_at, closed, hold_seconds, is_full)
    SELECT block, pool_id, ARRAY(SELECT generate_series(1, founders)), clock_timestamp(), clock_timestamp(), true, 0, true
    FROM t
  )
  INSERT INTO unit (pool_id, number, block)
  SELECT pool_id, n, CASE WHEN n <= founders THEN block END FROM t CROSS JOIN LATERAL generate_series(1, size) n`;

/**
 * SQL: teams $1 of races $2 and events $3, with kinds $4, names $5 and $6 (folded), pools $7, captains $8 and legs $9, in parallel.
 * Returns those whose name was free. In the order of names, in which everybody waits for names.
 */
export const addTeams = `
  INSERT INTO team (id, race_id, event_id, kind, name, name_folded, pool_id, captain, legs)
  SELECT id, race_id, event_id, kind, name, folded, pool_id, captain, legs
  FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::uuid[], $8::uuid[], $9::smallint[])
    AS t (id, race_id, event_id, kind, name, folded, pool_id, captain, legs)
  ORDER BY race_id, event_id, folded, id
  ON CONFLICT (race_id, event_id, name_folded) DO NOTHING
  RETURNING id`;

/** SQL: registrations $1 are in teams $2, in parallel. */
export const enterTeams = `
  UPDATE registration r SET team_id = m.team_id FROM unnest($1::uuid[], $2::uuid[]) AS m (id, team_id) WHERE r.id = m.id`;

/** SQL: the teams of registrations $1. */
export const findTeamsOf = `
  SELECT DISTINCT team_id AS id FROM registration WHERE id = ANY ($1::uuid[]) AND team_id IS NOT NULL`;

/** SQL: locks teams $1, after registrations, units and lines. Here, runners who enter and runners who leave take turns. */
export const lockTeams = 'SELECT FROM team WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE';

/**
 * SQL: teams $1 whose captain is not in them any more get the one who has been in it for the longest; a team that nobody is
 * left in is closed. In a statement after the lock, which sees who entered or left meanwhile.
 */
export const settleTeams = `
  UPDATE team t SET captain = n.captain, state = CASE WHEN n.captain IS NULL THEN 'closed' ELSE t.state END
  FROM (
    SELECT o.id, coalesce(
      (SELECT r.id FROM registration r WHERE r.id = o.captain AND r.live AND r.team_id = o.id),
      (SELECT r.id FROM registration r WHERE r.team_id = o.id AND r.live ORDER BY r.submitted_at, r.id LIMIT 1)) AS captain
    FROM team o WHERE o.id = ANY ($1::uuid[])
  ) n
  WHERE t.id = n.id AND (t.captain IS DISTINCT FROM n.captain OR (n.captain IS NULL AND t.state = 'open'))`;

/** SQL: locks registration $1 if it is in team $2, before its units and lines. */
export const lockMember = `
  SELECT event_id FROM registration WHERE id = $1 AND team_id = $2 AND live FOR NO KEY UPDATE`;

/** SQL: locks the place in a team that registration $1 has. */
export const lockPlace = `
  SELECT u.pool_id, u.number, u.block FROM registration_line l JOIN unit u ON u.pool_id = l.pool_id AND u.number = l.unit
  WHERE l.registration_id = $1 AND l.kind = 'team' FOR UPDATE OF u`;

/** SQL: the team line of registration $1 lets go of its place. Before the place is free. */
export const returnPlace = `
  UPDATE registration_line SET state = 'returned', unit = NULL, block = NULL
  WHERE registration_id = $1 AND kind = 'team' AND unit IS NOT NULL`;

/** SQL: registration $1 is in no team any more. */
export const leaveTeam = 'UPDATE registration SET team_id = NULL, leg = NULL WHERE id = $1';

/** SQL: the members of those of the teams $1 that are relays, with their legs. The member of longest standing comes first. */
export const findRelays = `
  SELECT t.id, t.legs, r.id AS registration_id, r.leg FROM team t JOIN registration r ON r.team_id = t.id AND r.live
  WHERE t.id = ANY ($1::uuid[]) AND t.legs IS NOT NULL ORDER BY r.submitted_at, r.id`;

/** SQL: registrations $1 run legs $2, in parallel. Null: the registration has no leg for now. */
export const setLegs = `
  UPDATE registration r SET leg = m.leg FROM unnest($1::uuid[], $2::smallint[]) AS m (id, leg) WHERE r.id = m.id`;
