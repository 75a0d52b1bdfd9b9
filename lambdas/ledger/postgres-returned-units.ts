import type { Sql } from '../platform/postgres/postgres';
import { leaveTeams } from './postgres-teams';
import { freeUnits, lockUnitsOf, returnLines } from './unit-sql';

/** What a line holds. Nothing, where it is a use of a code that has no limit. */
export interface HeldUnit {
  readonly pool_id: string | null;
  readonly number: number | null;
  readonly block: string | null;
  /** Of the line. */
  readonly kind: string;
}

/** The units of registrations that are about to end, after their spots and rows are locked. */
export const lockUnits = (sql: Sql, registrationIds: readonly string[]): Promise<readonly HeldUnit[]> =>
  sql.query<HeldUnit>(lockUnitsOf, [registrationIds]);

/** These units can be sold again. Lines that still hold them let go of them first. `keepsUses`: except uses of codes. */
export const sellUnitsAgain = async (
  sql: Sql,
  registrationIds: readonly string[],
  held: readonly HeldUnit[],
  { keepsUses = false } = {},
): Promise<void> => {
  const units = held.filter(({ kind }) => !keepsUses || kind !== 'code');
  if (units.length === 0) return;
  await sql.query(returnLines, [registrationIds, keepsUses]);
  await sql.query(freeUnits, [
    units.map(({ pool_id }) => pool_id),
    units.map(({ number }) => number),
    units.map(({ block }) => block),
  ]);
  if (units.some(({ kind }) => kind === 'team')) await leaveTeams(sql, registrationIds);
};

/** Both, where nothing happens to the lines in between. */
export const returnUnits = async (sql: Sql, registrationIds: readonly string[]): Promise<void> =>
  sellUnitsAgain(sql, registrationIds, await lockUnits(sql, registrationIds));
