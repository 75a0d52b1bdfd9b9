import type { Sql } from '../../platform/postgres/postgres';
import type { LineMode } from '../../races/race';

/** The line of a race that forms gets another gun. Passes stay in the draw: their waves were decided when they were issued. */
export const moveGun = (sql: Sql, raceId: string, gun: Date): Promise<unknown> => sql.query(setGun, [raceId, gun]);

/** What happens at the gun of a line that forms follows from what its race says. A line that goes on stays as it is. */
export const followMode = (sql: Sql, raceId: string, mode: LineMode): Promise<unknown> =>
  sql.query(setAtGun, [raceId, mode === 'auto' ? null : mode === 'always' ? 'draw' : 'open']);

/** People of a line wait for these events, too. */
export const addToLine = (sql: Sql, raceId: string, eventIds: readonly string[]): Promise<unknown> =>
  sql.query(addEvents, [raceId, eventIds]);

const isForming = `kind = 'opening' AND state = 'lobby'`;

const setGun = `
  UPDATE line SET gun = $2, enrol_until = $2::timestamptz + (enrol_until - gun) WHERE race_id = $1 AND ${isForming}`;

const addEvents = `
  INSERT INTO line_event (line_id, event_id) SELECT l.id, e FROM line l, unnest($2::uuid[]) e
  WHERE l.race_id = $1 AND l.state NOT IN ('open', 'over') ON CONFLICT DO NOTHING`;

const setAtGun = `UPDATE line SET at_gun = $2 WHERE race_id = $1 AND ${isForming}`;
