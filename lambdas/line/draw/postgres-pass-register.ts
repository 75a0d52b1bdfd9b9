import type { Postgres } from '../../platform/postgres/postgres';
import type { PassRecord, TurnRecord } from '../ports';
import { recordedAfterEndSeconds } from './messages';
import type { PassRegister } from './ports';

/** Passes and turns in the primary database. */
export class PostgresPassRegister implements PassRegister {
  readonly #postgres: Postgres;

  constructor(postgres: Postgres) {
    this.#postgres = postgres;
  }

  record(passes: readonly PassRecord[], turns: readonly TurnRecord[]): Promise<number> {
    return this.#postgres.transaction(async (sql) => {
      // Waits for a list that is being closed, and keeps others from being closed.
      const lines = await sql.query<{ id: string }>(shareLines, [
        [...new Set([...passes, ...turns].map(({ lineId }) => lineId))],
      ]);
      const ids = new Set(lines.map(({ id }) => id));
      const all = [...passes, ...turns.flatMap(passOf)].filter(({ lineId }) => ids.has(lineId));
      const [kept] = await sql.query<{ late: number; moved: readonly object[] }>(keepPasses, [
        all.map(({ lineId }) => lineId),
        all.map(({ hash }) => hash),
        all.map(({ wave }) => wave),
      ]);
      if (kept && kept.moved.length > 0) await sql.query(leaveWaves, [JSON.stringify(kept.moved)]);
      const some = turns.filter(({ lineId }) => ids.has(lineId));
      if (some.length > 0) await sql.query(keepTurns, [JSON.stringify(some)]);
      return kept?.late ?? 0;
    });
  }
}

/** A turn is its wave and a key below 1. */
const passOf = ({ lineId, hash, turn }: TurnRecord): readonly PassRecord[] =>
  hash === undefined ? [] : [{ lineId, hash, wave: Math.floor(turn) }];

/**
 * In the order of their ids, so that two batches cannot wait for each other. The weakest lock that closing waits for: a director
 * who pauses the line waits for no batch.
 */
const shareLines = `
  SELECT id FROM line WHERE id = ANY ($1::uuid[])
    AND (over_at IS NULL OR over_at > clock_timestamp() - make_interval(secs => ${recordedAfterEndSeconds}))
  ORDER BY id FOR KEY SHARE`;

/**
 * A pass of the draw is late when its list is closed. Where a cache has forgotten that a pass is behind the draw, its owner gets it again
 * in the draw. So it is in the list then: otherwise the proof would have a turn that no pass has.
 */
const keepPasses = `
  WITH issued AS (
    SELECT DISTINCT ON (l.id, p.hash) l.id AS line_id, decode(p.hash, 'hex') AS hash, p.wave, p.wave = 0 AND l.root IS NOT NULL AS late
    FROM unnest($1::uuid[], $2::text[], $3::int[]) AS p (line_id, hash, wave) JOIN line l ON l.id = p.line_id
    ORDER BY l.id, p.hash, p.wave),
  kept AS (
    INSERT INTO line_pass (line_id, hash, wave, late) SELECT line_id, hash, wave, late FROM issued ORDER BY line_id, hash
    ON CONFLICT (line_id, hash) DO NOTHING RETURNING line_id, wave, late),
  ahead AS (
    UPDATE line_pass p SET wave = o.wave, late = o.late
    FROM (SELECT line_id, hash, i.wave, i.late, b.wave AS left_wave FROM line_pass b JOIN issued i USING (line_id, hash)
      WHERE i.wave = 0 AND b.wave > 0 ORDER BY line_id, hash FOR UPDATE OF b) o
    WHERE p.line_id = o.line_id AND p.hash = o.hash RETURNING p.line_id, p.wave, p.late, o.left_wave),
  counted AS (
    INSERT INTO line_wave (line_id, wave, passes)
    SELECT line_id, wave, count(*) FROM (SELECT line_id, wave FROM kept UNION ALL SELECT line_id, wave FROM ahead) a
    GROUP BY line_id, wave ORDER BY line_id, wave
    ON CONFLICT (line_id, wave) DO UPDATE SET passes = line_wave.passes + EXCLUDED.passes)
  SELECT (SELECT count(*) FILTER (WHERE late) FROM kept)::int + (SELECT count(*) FILTER (WHERE late) FROM ahead)::int AS late,
    (SELECT coalesce(json_agg(json_build_object('lineId', line_id, 'wave', left_wave)), '[]') FROM ahead) AS moved`;

const leaveWaves = `
  UPDATE line_wave w SET passes = w.passes - m.passes
  FROM (SELECT "lineId", wave, count(*) AS passes FROM jsonb_to_recordset($1::jsonb) AS l ("lineId" uuid, wave int) GROUP BY 1, 2) m
  WHERE w.line_id = m."lineId" AND w.wave = m.wave`;

const keepTurns = `
  INSERT INTO line_turn (line_id, event_id, turn, at)
  SELECT DISTINCT l.id, e.id, t.turn, t.at
  FROM jsonb_to_recordset($1::jsonb) AS t ("lineId" uuid, "eventId" uuid, turn float8, at timestamptz)
  JOIN line l ON l.id = t."lineId" JOIN event e ON e.id = t."eventId"
  ON CONFLICT DO NOTHING`;
