import { createHash } from 'node:crypto';
import type { Postgres, Sql } from '../../platform/postgres/postgres';
import type { PassRecord, TurnRecord } from '../ports';
import { drawSeed } from '../rules/signed-turns';
import { type Chain, missedAfterMs, publishedAt, roundFor } from './chain';
import type { ClosedOutcome, DrawnOutcome, Draws } from './ports';

/** Draws in the primary database. */
export class PostgresDraws implements Draws {
  readonly #postgres: Postgres;
  readonly #chain: Chain;

  constructor(postgres: Postgres, chain: Chain) {
    this.#postgres = postgres;
    this.#chain = chain;
  }

  record(passes: readonly PassRecord[]): Promise<number> {
    return this.#postgres.transaction(async (sql) => {
      // Waits for a list that is being closed, and keeps others from being closed.
      await sql.query(shareLines, [[...new Set(passes.map(({ lineId }) => lineId))]]);
      const [kept] = await sql.query<{ late: number }>(keepPasses, [
        passes.map(({ lineId }) => lineId),
        passes.map(({ hash }) => hash),
        passes.map(({ wave }) => wave),
      ]);
      return kept?.late ?? 0;
    });
  }

  async recordTurns(turns: readonly TurnRecord[]): Promise<void> {
    await this.#postgres.query(keepTurns, [JSON.stringify(turns)]);
  }

  close(lineId: string): Promise<ClosedOutcome> {
    return this.#postgres.transaction(async (sql) => {
      const line = await lock(sql, lineId);
      if (!line) return { kind: 'unknown' };
      const { state, round, roundAt, listed } = line;
      if (state === 'drawing') return { kind: 'due', round, at: roundAt, listed };
      return state === 'closing' ? closeNow(sql, lineId, this.#chain) : { kind: 'done' };
    });
  }

  draw(lineId: string, round: number, signature: string | null): Promise<DrawnOutcome> {
    return this.#postgres.transaction(async (sql) => {
      const line = await lock(sql, lineId);
      if (!line) return 'unknown';
      if (line.state !== 'drawing') return 'done';
      if (line.round !== round) return 'other';
      if (line.now < line.roundAt + (signature === null ? missedAfterMs : 0)) return 'early';
      const said = Buffer.from(signature ?? '', 'hex');
      const seed = drawSeed(line.secret, line.root, said);
      await sql.query(keepSeed, [lineId, seed, signature === null ? null : said]);
      return 'drawn';
    });
  }

  async raceOfOver(lineId: string): Promise<string | undefined> {
    const [line] = await this.#postgres.query<{ race_id: string }>(findOver, [lineId]);
    return line?.race_id;
  }

  async finish(lineId: string): Promise<void> {
    await this.#postgres.query(keepEnd, [lineId]);
  }
}

interface LineRow {
  readonly state: string;
  readonly secret: Buffer;
  readonly root: Buffer;
  readonly listed: number;
  readonly round: number;
  readonly roundAt: number;
  readonly now: number;
}

const lock = async (sql: Sql, lineId: string) => (await sql.query<LineRow>(lockLine, [lineId]))[0];

const closeNow = async (sql: Sql, lineId: string, chain: Chain): Promise<ClosedOutcome> => {
  const shards = await sql.query<{ digest: Buffer; passes: number }>(digestShards, [lineId]);
  const root = shards.reduce((hash, { digest }) => hash.update(digest), createHash('sha256')).digest();
  const listed = shards.reduce((sum, { passes }) => sum + passes, 0);
  // After the list was read: the commit comes next, and from it on the root is seen.
  const [clock] = await sql.query<{ now: number }>(
    'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now',
  );
  if (!clock) throw new Error('The database did not say what time it is.');
  const round = roundFor(chain, clock.now);
  const at = publishedAt(chain, round);
  await sql.query(keepList, [lineId, root, listed, new Date(clock.now), chain.hash, round, new Date(at)]);
  return { kind: 'due', round, at, listed };
};

/**
 * In the order of their ids, so that two batches cannot wait for each other. The weakest lock that closing waits for: a director
 * who pauses the line waits for no batch.
 */
const shareLines = 'SELECT id FROM line WHERE id = ANY ($1::uuid[]) ORDER BY id FOR KEY SHARE';

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

const lockLine = `
  SELECT state, secret, root, listed, round::float8, floor(extract(epoch FROM round_at) * 1000)::float8 AS "roundAt",
    floor(extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now
  FROM line WHERE id = $1 FOR UPDATE`;

/** By ranges of the primary key, which is in the order that the list needs. */
const digestShards = `
  SELECT shard.digest, shard.passes FROM generate_series(0, 255) AS n CROSS JOIN LATERAL (
    SELECT sha256(coalesce(string_agg(hash, ''::bytea ORDER BY hash), ''::bytea)) AS digest, count(*)::int AS passes
    FROM line_pass WHERE line_id = $1 AND wave = 0
      AND hash BETWEEN decode(lpad(to_hex(n), 2, '0'), 'hex') AND decode(rpad(lpad(to_hex(n), 2, '0'), 66, 'f'), 'hex')
  ) AS shard ORDER BY n`;

const keepList = `
  UPDATE line SET state = 'drawing', root = $2, listed = $3, closed_at = $4, chain = $5, round = $6, round_at = $7
  WHERE id = $1 AND state = 'closing' AND root IS NULL`;

const findOver = "SELECT race_id FROM line WHERE id = $1 AND state = 'over'";

const keepEnd = `
  UPDATE line SET finished_at = clock_timestamp() WHERE id = $1 AND state = 'over' AND finished_at IS NULL`;

const keepSeed = `
  UPDATE line SET state = 'calling', seed = $2, signature = $3, beacon_missed = $3::bytea IS NULL
  WHERE id = $1 AND state = 'drawing' AND seed IS NULL`;
