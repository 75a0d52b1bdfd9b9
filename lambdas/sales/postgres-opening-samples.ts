import type { Sql } from '../platform/postgres/postgres';
import type { CurvePoint, OpeningSample, OpeningSamples } from './ports';

interface Needs {
  readonly reader: Sql;
  readonly writer: Sql;
}

interface PointRow extends Omit<CurvePoint, 'at'> {
  readonly at: Date;
}

/** A screen shows no more points than this. */
const mostPoints = 300;

export class PostgresOpeningSamples implements OpeningSamples {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  async keep(raceId: string, sample: OpeningSample): Promise<void> {
    await this.#needs.writer.query(keep, [raceId, sample.at, JSON.stringify(sample)]);
  }

  async curve(raceId: string): Promise<readonly CurvePoint[]> {
    const rows = await this.#needs.reader.query<PointRow>(curve, [raceId, mostPoints]);
    return rows.map(({ at, ...point }) => ({ ...point, at: at.toISOString() }));
  }
}

/** Without the cache several callers make a sample at once, and one of them is kept. */
const keep = `
  WITH old AS (DELETE FROM live_sample WHERE at < clock_timestamp() - interval '30 days')
  INSERT INTO live_sample (race_id, at, sample)
  VALUES ($1, date_bin('2 seconds', $2::timestamptz, 'epoch'), $3::jsonb) ON CONFLICT DO NOTHING`;

/** From half an hour before the opening on, and for six hours at most: the last sample of each step. */
const curve = `
  WITH span AS (
    SELECT greatest(opens_at - interval '30 minutes', clock_timestamp() - interval '6 hours') AS from FROM race WHERE id = $1)
  SELECT DISTINCT ON (step) at, (totals ->> 'registered')::int AS registered, (totals ->> 'held')::int AS held,
         (totals ->> 'free')::int AS free, (pace ->> 'recorded')::int AS recorded
  FROM (
    SELECT s.at, s.sample -> 'totals' AS totals, s.sample -> 'pace' AS pace,
           date_bin(greatest(interval '2 seconds', (clock_timestamp() - span.from) / $2::int), s.at, span.from) AS step
    FROM span JOIN live_sample s ON s.race_id = $1 AND s.at >= span.from) steps
  ORDER BY step, at DESC`;
