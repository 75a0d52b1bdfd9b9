import { createHash } from 'node:crypto';
import type { Postgres, Sql } from '../../platform/postgres/postgres';
import { drawSeed } from '../rules/signed-turns';
import { type Chain, missedAfterMs, publishedAt, roundFor } from './chain';
import { recordedAfterEndSeconds } from './messages';
import type { ClosedOutcome, DrawnOutcome, Draws, OverLine } from './ports';

/** Draws in the primary database. */
export class PostgresDraws implements Draws {
  readonly #postgres: Postgres;
  readonly #chain: Chain;

  constructor(postgres: Postgres, chain: Chain) {
    this.#postgres = postgres;
    this.#chain = chain;
  }

  close(lineId: string): Promise<ClosedOutcome> {
    return this.#postgres.transaction(async (sql) => {
      const line = await lock(sql, lineId);
      if (!line) return { kind: 'unknown' };
      const { state, round, roundAt, listed, isDue } = line;
      if (state === 'drawing') return { kind: 'due', round, at: roundAt, listed };
      // A director may have postponed it since it was ordered. It is ordered again when it is due.
      return state === 'closing' && isDue ? closeNow(sql, lineId, this.#chain) : { kind: 'done' };
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

  async findOver(lineId: string): Promise<OverLine | undefined> {
    const [line] = await this.#postgres.query<OverLine>(findOver, [lineId]);
    return line;
  }

  async finish(lineId: string): Promise<void> {
    await this.#postgres.query(keepEnd, [lineId]);
  }
}

interface LineRow {
  readonly state: string;
  /** Its list may be closed. */
  readonly isDue: boolean;
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

const lockLine = `
  SELECT state, enrol_until <= clock_timestamp() AS "isDue", secret, root, listed, round::float8, floor(extract(epoch FROM round_at) * 1000)::float8 AS "roundAt",
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

/** Waits for the last batch that has the row. */
const findOver = `
  SELECT l.race_id AS "raceId", EXISTS (SELECT FROM line o WHERE o.race_id = l.race_id AND o.state <> 'over') AS "isFollowed"
  FROM line l WHERE l.id = $1 AND l.state = 'over'
    AND l.over_at < clock_timestamp() - make_interval(secs => ${recordedAfterEndSeconds + 2}) FOR UPDATE OF l`;

const keepEnd = `
  UPDATE line SET finished_at = clock_timestamp() WHERE id = $1 AND state = 'over' AND finished_at IS NULL`;

const keepSeed = `
  UPDATE line SET state = 'calling', seed = $2, signature = $3, beacon_missed = $3::bytea IS NULL
  WHERE id = $1 AND state = 'drawing' AND seed IS NULL`;
