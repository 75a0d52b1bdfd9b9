import type { Sql } from '../../../lambdas/platform/postgres/postgres';
import { holdSpots, settle, type World } from '../../quote/support/registering';
import type { MadeRace } from '../../support/races/race';

const en = (text: string) => ({ en: text });
/** Trios run anywhere, clubs have twelve places. */
export const teamForm = {
  language: 'en',
  questions: [],
  teams: {
    kinds: [
      { id: 'trio', label: en('Trio'), size: 3 },
      { id: 'club', label: en('Club'), size: 12 },
      { id: 'old', label: en('Old'), size: 4, retired: true },
    ],
  },
};

/** Runners with spots in one browser, of whom the first one pays. */
export const holding = async (world: World, race: MadeRace, size = 1) => {
  const held = await holdSpots(world, race, size);
  const quote = (team?: object, previous?: string, legs: readonly (number | undefined)[] = []) =>
    held.quote({
      says: (n) => (legs[n] === undefined ? {} : { leg: legs[n] }),
      ...(team && { order: { team } }),
      previous,
    });
  const register = async (team?: object, legs?: readonly (number | undefined)[]) => {
    const quoted = await quote(team, undefined, legs);
    if (quoted.status !== 200) throw new Error(JSON.stringify(quoted.body));
    const paid = await held.pay(quoted);
    if (paid.status !== 202) throw new Error(JSON.stringify(paid.body));
    await settle(world);
  };
  return { ...held, quote, register };
};

export const founding = (name: string, kind = 'trio') => ({ create: { kind, name } });

/** The teams of a race as they are stored. `members`: in the order in which they came. */
export const teamsOf = (sql: Sql, raceId: string) =>
  sql.query<{ id: string; name: string; code: string; captain: string | null; state: string; members: string[] }>(
    `SELECT t.id, t.name, t.join_code AS code, t.captain, t.state,
            array(SELECT r.id FROM registration r WHERE r.team_id = t.id AND r.live ORDER BY r.submitted_at, r.id) AS members
     FROM team t WHERE t.race_id = $1 ORDER BY t.created_at, t.id`,
    [raceId],
  );

/** How many places are free, claimed and taken. */
export const placesOf = async (sql: Sql, raceId: string) => {
  const [row] = await sql.query<{ free: number; given: number; all: number }>(
    `SELECT count(*) FILTER (WHERE u.block IS NULL)::int AS free, count(l.unit)::int AS given, count(*)::int AS all
     FROM pool p JOIN unit u ON u.pool_id = p.id
     LEFT JOIN registration_line l ON l.pool_id = u.pool_id AND l.unit = u.number
     WHERE p.race_id = $1 AND p.kind = 'team'`,
    [raceId],
  );
  return row;
};
