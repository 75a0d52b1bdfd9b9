import type { Sql } from '../../platform/postgres/postgres';

/**
 * Locks the desk of a race, so that scans and replaced codes are committed in the order of their numbers. Returns how many of both the
 * race has. Undefined: there is no such race.
 */
export const lockDesk = async (sql: Sql, raceId: string): Promise<number | undefined> => {
  await sql.query(makeDesk, [raceId]);
  const [desk] = await sql.query<{ seq: number }>(lockRow, [raceId]);
  return desk?.seq;
};

/** Adds to the number of scans and replaced codes of a race. The caller has the lock. */
export const countAtDesk = async (sql: Sql, raceId: string, added: number): Promise<void> => {
  await sql.query('UPDATE desk SET scans = scans + $2 WHERE race_id = $1', [raceId, added]);
};

const makeDesk = `
  INSERT INTO desk (race_id) SELECT id FROM race WHERE id = $1 AND NOT EXISTS (SELECT FROM desk WHERE race_id = $1)
  ON CONFLICT DO NOTHING`;

const lockRow = 'SELECT scans::int AS seq FROM desk WHERE race_id = $1 FOR UPDATE';
