import { unitSql } from './dealing-sql';

/** SQL: locks pool $1. Cuts, what comes back and changes of the stock take turns on this lock. */
export const lockPool = `
  SELECT p.race_id, p.current_block, p.stock, p.next_number, 'open' AS phase FROM pool p WHERE p.id = $1 FOR NO KEY UPDATE OF p`;

/** SQL: pools with blocks to close, or with more units than their stock, of which some can go now. */
export const duePools = `
  SELECT pool_id AS event_id FROM unit_block WHERE NOT closed AND closes_at < clock_timestamp()
  UNION
  SELECT p.id FROM pool p
  WHERE p.stock < p.next_number - 1 AND EXISTS (SELECT FROM unit WHERE pool_id = p.id AND block IS NULL)
    AND (SELECT count(*) FROM unit WHERE pool_id = p.id) > p.stock`;

/** SQL: the units of pool $1 that registration $2 has claimed directly and not yet been given. */
export const ownUnits = `
  SELECT u.number, u.block FROM unit_block b JOIN unit u ON u.pool_id = b.pool_id AND u.block = b.id
  WHERE b.owner = $2 AND b.pool_id = $1 AND NOT b.closed AND u.number = ANY (b.numbers)
    AND NOT EXISTS (SELECT FROM registration_line r WHERE r.pool_id = u.pool_id AND r.unit = u.number)
  ORDER BY u.number`;

/**
 * SQL: claims exactly $5 ($6) sellable units of pool $1 as block $2 for registration $7, or none. It takes no lock of
 * the pool and waits for nobody.
 */
export const claimUnits = unitSql.cutBlock('$7');

/**
 * SQL: how many units of pool $1 are sellable, and whether anybody else than the asker, who has numbers $2, has claimed
 * some that may come back. Without SKIP LOCKED: a locked unit is not gone.
 */
export const whatIsLeft = `
  SELECT (SELECT count(*)::int FROM (${unitSql.sellable} LIMIT 2048) s) AS sellable,
         ${unitSql.isHeld('$1', '', 'AND n <> ALL ($2::int[])')} AS "isHeld"`;

const claims = 'unnest($1::uuid[], $2::int[], $3::uuid[]) AS c (pool_id, number, block)';

/**
 * SQL: the units of claims, which nobody will use, are sellable again: pools $1, numbers $2 and blocks $3, in parallel. The
 * old claim holds no longer, because the next block has another id. It locks them in the order in which the writer does. A
 * line that was written while it waited for a lock is not seen: then its foreign key refuses the whole statement (23503), and
 * a second run sees it. So one statement is enough, in place of a transaction of four.
 */
export const dropClaims = `
  WITH mine AS (
    SELECT u.pool_id, u.number, u.block FROM ${claims} JOIN unit u ON u.pool_id = c.pool_id AND u.number = c.number AND u.block = c.block
    ORDER BY u.pool_id, u.number FOR UPDATE OF u
  )
  UPDATE unit u SET block = NULL FROM mine
  WHERE u.pool_id = mine.pool_id AND u.number = mine.number AND u.block = mine.block
    AND NOT EXISTS (SELECT FROM registration_line r WHERE r.pool_id = u.pool_id AND r.unit = u.number)`;

/** SQL: the stock of pool $1, how many units it has, and how many of them are sellable or somebody's. */
export const countUnits = `
  SELECT p.stock, (SELECT count(*)::int FROM unit WHERE pool_id = p.id) AS units,
         (SELECT count(*)::int FROM unit WHERE pool_id = p.id AND block IS NULL) AS sellable,
         (SELECT count(*)::int FROM registration_line WHERE pool_id = p.id AND unit IS NOT NULL) AS given
  FROM pool p WHERE p.id = $1`;

/** SQL: locks the sellable units of pool $1, so that nobody claims them. It waits for whoever is claiming one. */
export const lockSellable = 'SELECT number FROM unit WHERE pool_id = $1 AND block IS NULL ORDER BY number FOR UPDATE';

/** SQL: deletes up to $2 sellable units of pool $1, the highest numbers first. */
export const deleteUnits = `
  DELETE FROM unit u USING (
    SELECT number FROM unit WHERE pool_id = $1 AND block IS NULL ORDER BY number DESC LIMIT $2 FOR UPDATE SKIP LOCKED
  ) picked
  WHERE u.pool_id = $1 AND u.number = picked.number AND u.block IS NULL`;

/** SQL: adds a pool ($1) of race $2, of kind $3 and reference $4, unless there is one. */
export const addPool = `
  INSERT INTO pool (id, race_id, kind, ref, stock) VALUES ($1, $2, $3, $4, 0) ON CONFLICT (race_id, kind, ref) DO NOTHING`;

/** SQL: sets the stock of pool $1 to $2 and adds $3 units. A number is never used twice. */
export const addUnits = `
  WITH changed AS (
    UPDATE pool p SET stock = $2, next_number = p.next_number + $3
    FROM (SELECT id, next_number FROM pool WHERE id = $1) before WHERE p.id = before.id RETURNING before.next_number AS first
  )
  INSERT INTO unit (pool_id, number) SELECT $1, n FROM changed, generate_series(first, first + $3::int - 1) n`;

/** SQL: the pool of race $1, kind $2 and reference $3. */
export const findPool = 'SELECT id FROM pool WHERE race_id = $1 AND kind = $2 AND ref = $3';

/** SQL: an event of race $1, under which its audit rows are found. */
export const firstEvent = 'SELECT id FROM event WHERE race_id = $1 ORDER BY position LIMIT 1';

/** SQL: makes plans know of many new units. */
export const analyzeUnits = 'SELECT analyze_units()';

/** SQL: locks the units that the lines of registrations $1 hold. A use of a code that has no limit is a row without unit. */
export const lockUnitsOf = `
  WITH held AS (
    SELECT u.pool_id, u.number, u.block, l.kind FROM registration_line l JOIN unit u ON u.pool_id = l.pool_id AND u.number = l.unit
    WHERE l.registration_id = ANY ($1::uuid[]) ORDER BY u.pool_id, u.number FOR UPDATE OF u
  )
  SELECT * FROM held
  UNION ALL
  SELECT NULL, NULL, NULL, kind FROM registration_line
  WHERE registration_id = ANY ($1::uuid[]) AND kind = 'code' AND unit IS NULL AND state IN ('given', 'over')`;

/**
 * SQL: lines of registrations $1 let go of their units, and uses of codes are free again, unless $2. Before the units are
 * sellable.
 */
export const returnLines = `
  UPDATE registration_line SET state = 'returned', unit = NULL, block = NULL
  WHERE registration_id = ANY ($1::uuid[])
    AND (unit IS NOT NULL OR kind = 'code' AND state IN ('given', 'over')) AND NOT (kind = 'code' AND $2)`;

/** SQL: units in pools $1, with numbers $2 and blocks $3, in parallel, are sellable. */
export const freeUnits = `
  UPDATE unit u SET block = NULL FROM unnest($1::uuid[], $2::int[], $3::uuid[]) AS m (pool_id, number, block)
  WHERE u.pool_id = m.pool_id AND u.number = m.number AND u.block = m.block`;
