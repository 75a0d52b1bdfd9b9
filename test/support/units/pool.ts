import type { Sql } from '../../../lambdas/platform/postgres/postgres';
import { uuid7 } from '../../../lambdas/platform/uuid';

/** A pool of a race with this number of units, all sellable. Returns its id. */
export const makePool = async (
  sql: Sql,
  raceId: string,
  { units, kind = 'item', ref = `shirt/${uuid7().slice(-12)}` }: { units: number; kind?: string; ref?: string },
): Promise<string> => {
  const id = uuid7();
  await sql.query('INSERT INTO pool (id, race_id, kind, ref, stock, next_number) VALUES ($1, $2, $3, $4, $5, $5 + 1)', [
    id,
    raceId,
    kind,
    ref,
    units,
  ]);
  await sql.query('INSERT INTO unit (pool_id, number) SELECT $1, n FROM generate_series(1, $2::int) n', [id, units]);
  return id;
};
