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
      const [kept] = await sql.query<{ late: number }>(keepPasses, [
        all.map(({ lineId }) => lineId),
        all.map(({ hash }) => hash),
        all.map(({ wave }) => wave),
      ]);
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

/** A pass of the draw is late when its list is closed. */
const keepPasses = `
  WITH kept AS (
    INSERT INTO line_pass (line_id, hash, wave, late)
    SELECT DISTINCT ON (l.id, p.hash) l.id, decode(p.hash, 'hex'), p.wave, p.wave = 0 AND l.root IS NOT NULL
    FROM unnest($1::uuid[], $2::text[], $3::int[]) AS p (line_id, hash, wave) JOIN line l ON l.id = p.line_id
    ORDER BY l.id, p.hash
    ON CONFLICT (line_id, hash) DO NOTHING RETURNING line_id, wave, late),
  counted AS (
    INSERT INTO line_wave (line_id, wave, passes)
    SELECT line_id, wave, count(*) FROM kept GROUP BY line_id, wave ORDER BY line_id, wave
    ON CONFLICT (line_id, wave) DO UPDATE SET passes = line_wave.passes + EXCLUDED.passes)
  SELECT count(*) FILTER (WHERE late)::int AS late FROM kept`;

const keepTurns = `
  INSERT INTO line_turn (line_id, event_id, turn, at)
  SELECT DISTINCT l.id, e.id, t.turn, t.at
  FROM jsonb_to_recordset($1::jsonb) AS t ("lineId" uuid, "eventId" uuid, turn float8, at timestamptz)
  JOIN line l ON l.id = t."lineId" JOIN event e ON e.id = t."eventId"
  ON CONFLICT DO NOTHING`;
