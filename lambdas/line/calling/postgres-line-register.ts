import { createHash, randomBytes } from 'node:crypto';
import { isForRunners } from '../../domain/race-sql';
import type { Postgres, Sql } from '../../platform/postgres/postgres';
import { uuid7 } from '../../platform/uuid';
import { countSpots } from '../../spots/availability/postgres-spot-counts';
import type { ArmedLine } from '../draw/ports';
import type { DueRace, LineRegister } from './arm-lines';

/** How long after the gun the list of the draw stays open at the least. */
const enrolSeconds = 12;
/** Half a million passes are deleted in an hour. */
const passesAtOnce = 10_000;

/** Lines in the primary database. */
export class PostgresLineRegister implements LineRegister {
  readonly #postgres: Postgres;

  constructor(postgres: Postgres) {
    this.#postgres = postgres;
  }

  async due(minutes: number): Promise<readonly DueRace[]> {
    const rows = await this.#postgres.query<{ id: string; opens_at: Date; is_always: boolean }>(findDue, [minutes]);
    return rows.map(({ id, opens_at, is_always }) => ({ raceId: id, gun: opens_at, isAlwaysDrawn: is_always }));
  }

  arm({ raceId, gun, isAlwaysDrawn }: DueRace, eventIds: readonly string[]): Promise<boolean> {
    const [lineId, secret] = [uuid7(), randomBytes(32)];
    const commitment = createHash('sha256').update(secret).digest();
    return this.#postgres.transaction(async (sql) => {
      const made = await sql.query(makeLine, [
        lineId,
        raceId,
        gun,
        enrolSeconds,
        isAlwaysDrawn ? 'draw' : null,
        commitment,
        secret,
      ]);
      if (made.length === 0) return false;
      await sql.query(makeEvents, [lineId, eventIds]);
      return true;
    });
  }

  join(raceId: string, eventIds: readonly string[]): Promise<unknown> {
    return addToLine(this.#postgres, raceId, eventIds);
  }

  async selling(): Promise<readonly string[]> {
    const rows = await this.#postgres.query<{ id: string }>(findSelling);
    return rows.map(({ id }) => id);
  }

  async spotsOf(eventIds: readonly string[]) {
    const counts = await countSpots(this.#postgres, eventIds);
    return counts.map(({ sellable, block, waitedFor }) => ({ sellable: waitedFor ? 0 : sellable, block }));
  }

  beginSurge(raceId: string, eventIds: readonly string[]): Promise<boolean> {
    return this.#postgres.transaction((sql) => makeSurge(sql, raceId, eventIds));
  }

  async entered(): Promise<readonly ArmedLine[]> {
    const rows = await this.#postgres.query<{ id: string; race_id: string; gun: Date }>(findEntered);
    return rows.map(({ id, race_id, gun }) => ({ lineId: id, raceId: race_id, gun: gun.toISOString() }));
  }

  async unfinished(): Promise<readonly string[]> {
    const rows = await this.#postgres.query<{ id: string }>(findUnfinished);
    return rows.map(({ id }) => id);
  }

  async forgetPasses(days: number): Promise<void> {
    const [line] = await this.#postgres.query<{ id: string }>(findRemembered, [days]);
    if (!line) return;
    const deleted = await this.#postgres.query(deletePasses, [line.id, passesAtOnce]);
    if (deleted.length < passesAtOnce) await this.#postgres.query(keepForgotten, [line.id]);
  }
}

/** Makes a line in the middle of a sale. False: there is one, or its race shall have none. */
export const makeSurge = async (
  sql: Sql,
  raceId: string,
  eventIds: readonly string[],
  { pace, held }: { readonly pace: number; readonly held?: string | undefined } = { pace: 1 },
): Promise<boolean> => {
  const lineId = uuid7();
  if ((await sql.query(insertSurge, [lineId, raceId, pace, held ?? null])).length === 0) return false;
  await sql.query(makeEvents, [lineId, eventIds]);
  return true;
};

/** People of a line wait for these events, too. */
export const addToLine = (sql: Sql, raceId: string, eventIds: readonly string[]): Promise<unknown> =>
  sql.query(addEvents, [raceId, eventIds]);

const findDue = `
  SELECT id, opens_at, line_mode = 'always' AS is_always FROM race
  WHERE line_mode <> 'never' AND opens_at > now() AND opens_at <= now() + make_interval(mins => $1)
    AND cancelled_at IS NULL AND ${isForRunners('race')}
    AND NOT EXISTS (SELECT FROM line WHERE race_id = race.id AND (state <> 'over' OR kind = 'opening' AND gun >= date_trunc('milliseconds', race.opens_at)))`;

const makeLine = `
  INSERT INTO line (id, race_id, kind, state, gun, enrol_until, at_gun, commitment, secret)
  VALUES ($1, $2, 'opening', 'lobby', $3, $3::timestamptz + make_interval(secs => $4), $5, $6, $7)
  ON CONFLICT (race_id) WHERE state <> 'over' DO NOTHING RETURNING id`;

const findSelling = `
  SELECT id FROM race
  WHERE line_mode <> 'never' AND opens_at <= now() AND closes_at > now() AND cancelled_at IS NULL AND ${isForRunners('race')}
    AND NOT EXISTS (SELECT FROM line WHERE race_id = race.id AND state <> 'over') ORDER BY id`;

/** Its gun is now: everybody is a late comer. */
const insertSurge = `
  INSERT INTO line (id, race_id, kind, state, gun, enrol_until, pace, paused_reason)
  SELECT $1, id, 'surge', 'calling', clock_timestamp(), clock_timestamp(), $3, $4 FROM race WHERE id = $2 AND line_mode <> 'never'
  ON CONFLICT (race_id) WHERE state <> 'over' DO NOTHING RETURNING id`;

const findRemembered = `
  SELECT id FROM line WHERE finished_at IS NOT NULL AND forgotten_at IS NULL AND over_at < now() - make_interval(days => $1)
  ORDER BY over_at LIMIT 1`;

const deletePasses = `
  DELETE FROM line_pass WHERE line_id = $1
    AND hash IN (SELECT hash FROM line_pass WHERE line_id = $1 ORDER BY hash LIMIT $2) RETURNING 1`;

const keepForgotten = 'UPDATE line SET forgotten_at = now() WHERE id = $1';

const findEntered = "SELECT id, race_id, gun FROM line WHERE state NOT IN ('open', 'over') ORDER BY id";

const findUnfinished = "SELECT id FROM line WHERE state = 'over' AND finished_at IS NULL ORDER BY over_at LIMIT 100";

const makeEvents = 'INSERT INTO line_event (line_id, event_id) SELECT $1, unnest($2::uuid[])';

const addEvents = `
  INSERT INTO line_event (line_id, event_id) SELECT l.id, e FROM line l, unnest($2::uuid[]) e
  WHERE l.race_id = $1 AND l.state NOT IN ('open', 'over') ON CONFLICT DO NOTHING`;
