import type { Sql } from '../platform/postgres/postgres';
import type { Integrations } from './ports';

/** Without those of races in which somebody has a role besides that for `raceId`, or for all races. */
export const inLostRaces = async (
  sql: Sql,
  { keys, webhooks }: Integrations,
  staffId: string,
  raceId: string | undefined,
): Promise<Integrations> => {
  const roles = await sql.query<{ race_id: string | null }>(findOtherRoles, [staffId, raceId ?? null]);
  const isLost = (of: { readonly raceId: string }) =>
    !roles.some(({ race_id: kept }) => kept === null || kept === of.raceId);
  return { keys: keys.filter(isLost), webhooks: webhooks.filter(isLost) };
};

const findOtherRoles = 'SELECT race_id FROM staff_role WHERE staff_id = $1 AND race_id IS DISTINCT FROM $2::text';
