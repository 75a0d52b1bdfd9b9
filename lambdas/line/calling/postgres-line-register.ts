import { createHash, randomBytes } from 'node:crypto';
import { isForRunners } from '../../domain/race-sql';
import type { Postgres } from '../../platform/postgres/postgres';
import { uuid7 } from '../../platform/uuid';
import type { DueRace, LineRegister } from './arm-lines';

/** How long after the gun the list of the draw stays open at the least. */
const enrolSeconds = 12;

/** Lines in the primary database. */
export class PostgresLineRegister implements LineRegister {
  readonly #postgres: Postgres;

  constructor(postgres: Postgres) {
    this.#postgres = postgres;
  }

  async due(minutes: number): Promise<readonly DueRace[]> {
    const rows = await this.#postgres.query<{ id: string; opens_at: Date }>(findDue, [minutes]);
    return rows.map(({ id, opens_at }) => ({ raceId: id, gun: opens_at }));
  }

  arm({ raceId, gun }: DueRace, eventIds: readonly string[]): Promise<boolean> {
    const [lineId, secret] = [uuid7(), randomBytes(32)];
    const commitment = createHash('sha256').update(secret).digest();
    return this.#postgres.transaction(async (sql) => {
      const made = await sql.query(makeLine, [lineId, raceId, gun, enrolSeconds, commitment, secret]);
      if (made.length === 0) return false;
      await sql.query(makeEvents, [lineId, eventIds]);
      return true;
    });
  }
}

const findDue = `
  SELECT id, opens_at FROM race
  WHERE line_mode = 'always' AND opens_at > now() AND opens_at <= now() + make_interval(mins => $1)
    AND cancelled_at IS NULL AND ${isForRunners('race')}
    AND NOT EXISTS (SELECT FROM line WHERE race_id = race.id AND state <> 'over')`;

const makeLine = `
  INSERT INTO line (id, race_id, kind, state, gun, enrol_until, at_gun, commitment, secret)
  VALUES ($1, $2, 'opening', 'lobby', $3, $3::timestamptz + make_interval(secs => $4), 'draw', $5, $6)
  ON CONFLICT (race_id) WHERE state <> 'over' DO NOTHING RETURNING id`;

const makeEvents = 'INSERT INTO line_event (line_id, event_id) SELECT $1, unnest($2::uuid[])';
