import type { Sql } from '../platform/postgres/postgres';
import { freeUnits, lockUnitsOf, returnLines } from './unit-sql';

interface UnitRow {
  readonly pool_id: string;
  readonly number: number;
  readonly block: string;
}

/**
 * What ended registrations had of limited pools can be sold again. Called in the transaction that ends them, after
 * their spots and rows are locked.
 */
export const returnUnits = async (sql: Sql, registrationIds: readonly string[]): Promise<void> => {
  const units = await sql.query<UnitRow>(lockUnitsOf, [registrationIds]);
  if (units.length === 0) return;
  await sql.query(returnLines, [registrationIds]);
  await sql.query(freeUnits, [
    units.map(({ pool_id }) => pool_id),
    units.map(({ number }) => number),
    units.map(({ block }) => block),
  ]);
};
