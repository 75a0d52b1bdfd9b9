import type { Sql } from '../../platform/postgres/postgres';

/**
 * How many scans and replaced codes a race has. Whoever adds one waits here, so they are committed in the order of their numbers.
 * Undefined: there is no such race.
 */
export const lockDesk = async (sql: Sql, raceId: string): Promise<number | undefined> => {
  await sql.query(makeDesk, [raceId]);
  const [desk] = await sql.query<{ seq: number }>(lockRow, [raceId]);
  return desk?.seq;
};

/** So many were added. The caller has the lock. */
export const countAtDesk = async (sql: Sql, raceId: string, added: number): Promise<void> => {
  await sql.query('UPDATE desk SET scans = scans + $2 WHERE race_id = $1', [raceId, added]);
};

const makeDesk = `
  INSERT INTO desk (race_id) SELECT id FROM race WHERE id = $1 AND NOT EXISTS (SELECT FROM desk WHERE race_id = $1)
  ON CONFLICT DO NOTHING`;

const lockRow = 'SELECT scans::int AS seq FROM desk WHERE race_id = $1 FOR UPDATE';
