import { isForRunners } from '../domain/race-sql';
import type { Sql } from '../platform/postgres/postgres';
import type { Expectations, Openings } from './ports';

interface OpeningRow {
  readonly race_id: string;
  readonly opens_at: Date;
  readonly spots: number;
  readonly interest: number | null;
  readonly has_form: boolean;
}

/** Races by the instant they open. */
export class PostgresOpenings implements Openings {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** One query after the other: the function has one connection. Throws when the database does not tell its time. */
  async near({ before, after }: { readonly before: number; readonly after: number }) {
    const [clock] = await this.#sql.query<{ now: Date }>('SELECT clock_timestamp() AS now');
    if (!clock) throw new Error('The database did not say what time it is.');
    const { now } = clock;
    const rows = await this.#sql.query<OpeningRow>(openingsNear, [now, before, after]);
    const openings = rows.map(({ race_id, opens_at, spots, interest, has_form }) => ({
      raceId: race_id,
      opensAt: opens_at,
      spots,
      ...(interest !== null && { interest }),
      ...(has_form && { hasForm: true }),
    }));
    // Earlier races are counted only when an opening is near.
    const [seen] = rows.length > 0 ? await this.#sql.query<{ per_spot: number }>(seenPerSpot, [now]) : [];
    return { now, openings, seenPerSpot: seen?.per_spot ?? 0 };
  }
}

// A race without spots has nothing to open.
const openingsNear = `
  SELECT race.id AS race_id, opens_at, sum(capacity)::int AS spots, interest,
         form_revision IS NOT NULL AS has_form
  FROM race JOIN event ON event.race_id = race.id AND event.kind = 'run'
  WHERE opens_at > $1::timestamptz - make_interval(mins => $3::int)
    AND opens_at <= $1::timestamptz + make_interval(mins => $2::int) AND ${isForRunners('race')}
  GROUP BY race.id HAVING sum(capacity) > 0
  ORDER BY opens_at, race.id`;

// From the ten races that opened last, at least a day ago: by then their crowds have come.
const seenPerSpot = `
  SELECT coalesce(max((people.registered + people.waiting) / people.spots), 0)::float8 AS per_spot
  FROM (
    SELECT id FROM race WHERE opens_at < $1::timestamptz - interval '1 day' AND ${isForRunners('race')}
    ORDER BY opens_at DESC LIMIT 10) past
  CROSS JOIN LATERAL (
    SELECT (SELECT count(*) FROM registration g JOIN event e ON e.id = g.event_id WHERE e.race_id = past.id AND e.kind = 'run')::float8 AS registered,
      (SELECT count(*) FROM waiting w JOIN event e ON e.id = w.event_id WHERE e.race_id = past.id)::float8 AS waiting,
      (SELECT nullif(sum(capacity), 0) FROM event WHERE race_id = past.id AND kind = 'run') AS spots
  ) people`;

/** Stored with the race; the next plan reads it. */
export class PostgresExpectations implements Expectations {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async expect(raceId: string, runners: number) {
    const changed = await this.#sql.query('UPDATE race SET interest = $2 WHERE id = $1 RETURNING id', [
      raceId,
      runners,
    ]);
    return changed.length > 0;
  }
}
