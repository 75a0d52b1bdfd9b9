/** SQL: pools $1 of race $2 for codes $3, in parallel, each with $4 uses. */
export const addCodePools = `
  INSERT INTO pool (id, race_id, kind, ref, stock, next_number)
  SELECT id, $2, 'code', ref, $4, $4::int + 1 FROM unnest($1::uuid[], $3::text[]) AS p (id, ref)`;

/** SQL: the uses of pools $1, $2 of each. */
export const addUses = `
  INSERT INTO unit (pool_id, number) SELECT id, n FROM unnest($1::uuid[]) AS p (id), generate_series(1, $2::int) n`;

/** SQL: locks registration $1, before its units and lines. */
export const lockRegistration = 'SELECT event_id FROM registration WHERE id = $1 FOR UPDATE';

/** SQL: the use at position $2 of registration $1. */
export const findUse = `
  SELECT ref, pool_id, unit, block FROM registration_line
  WHERE registration_id = $1 AND position = $2 AND kind = 'code' AND state IN ('given', 'over')`;

/** SQL: locks unit $2 of pool $1. */
export const lockUse = 'SELECT FROM unit WHERE pool_id = $1 AND number = $2 FOR UPDATE';

/** SQL: the use at position $2 of registration $1 is returned. In a statement before its unit is sellable. */
export const returnUse = `
  UPDATE registration_line SET state = 'returned', unit = NULL, block = NULL, person = NULL
  WHERE registration_id = $1 AND position = $2 AND kind = 'code'`;
