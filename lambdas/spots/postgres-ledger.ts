import type { Postgres, Sql } from '../platform/postgres/postgres';
import { anyLeft } from './any-left';
import type { Block, Times } from './block';
import type { Counters, Cut, Ledger, Reason } from './ports';

interface EventRow {
  readonly current_block: string | null;
  readonly door: 'early' | 'open' | 'closed';
}

interface BlockRow {
  readonly id: string;
  readonly numbers: number[];
  readonly deal_until: Date;
  readonly expired: boolean;
}

/** A deadlock or a key that a cut or reclaim in between took away: the whole transaction is tried again. */
export const retryOn = ['40P01', '23503'] as const;

export class PostgresLedger implements Ledger {
  readonly #postgres: Postgres;
  readonly #counters: Pick<Counters, 'open'>;
  readonly #newId: () => string;
  readonly #times: Times;

  constructor(postgres: Postgres, counters: Pick<Counters, 'open'>, newId: () => string, times: Times) {
    this.#postgres = postgres;
    this.#counters = counters;
    this.#newId = newId;
    this.#times = times;
  }

  cut(eventId: string, left: string | undefined, reason: Reason): Promise<Cut> {
    return this.#postgres.transaction(async (sql) => this.#cut(sql, eventId, left, reason), { retryOn });
  }

  async #cut(sql: Sql, eventId: string, left: string | undefined, reason: Reason): Promise<Cut> {
    const [event] = await sql.query<EventRow>(lockEvent, [eventId]);
    if (!event) throw new Error(`there is no event ${eventId} to cut a block of`);
    if (event.door !== 'open') return { kind: event.door };

    if (event.current_block) {
      const [current] = await sql.query<BlockRow>(findBlock, [event.current_block]);
      const moved = event.current_block !== left;
      // The clock that counts is this one: a block that only seems expired to the caller is dealt from again.
      if (current && !current.expired && (moved || reason === 'expired'))
        return { kind: 'block', block: toBlock(eventId, current) };
    }

    const { deal, hold, grace } = this.#times;
    const id = this.#newId();
    const [row] = await sql.query<BlockRow>(cutBlock, [eventId, id, deal, hold + grace]);
    if (row) {
      await sql.query('UPDATE event SET current_block = $2 WHERE id = $1', [eventId, id]);
      // Before COMMIT: once others can see the block, it has its counter. When this fails, nothing was cut.
      await this.#counters.open(id);
      return { kind: 'block', block: toBlock(eventId, row) };
    }
    // The last block stays the current one: somebody looked ahead of need, and there is some of it left to deal.
    const [state] = await sql.query<{ left: boolean }>(anyLeft, [eventId]);
    return { kind: state?.left ? 'held' : 'sold-out' };
  }

  async due() {
    const rows = await this.#postgres.query<{ event_id: string }>(dueEvents);
    return rows.map(({ event_id }) => event_id);
  }

  reclaim(eventId: string): Promise<number> {
    return this.#postgres.transaction(
      async (sql) => {
        await sql.query(lockEvent, [eventId]);
        const closed = await sql.query<{ id: string; numbers: number[] }>(closeBlocks, [eventId]);
        let back = 0;
        for (const { id, numbers } of closed) {
          // Two statements: one that waits for a lock does not see what the lock's holder committed meanwhile.
          await sql.query(lockSpots, [eventId, numbers, id]);
          back += (await sql.query(freeSpots, [eventId, numbers, id])).length;
        }
        return back;
      },
      { retryOn },
    );
  }
}

const toBlock = (eventId: string, { id, numbers, deal_until }: BlockRow): Block => ({
  id,
  eventId,
  numbers,
  dealUntil: deal_until.getTime(),
});

const lockEvent = `
  SELECT e.current_block,
         CASE WHEN clock_timestamp() < r.opens_at THEN 'early' WHEN clock_timestamp() < r.closes_at THEN 'open' ELSE 'closed' END AS door
  FROM event e JOIN race r ON r.id = e.race_id
  WHERE e.id = $1 FOR NO KEY UPDATE OF e`;

const findBlock = `
  SELECT id, numbers, deal_until, closed OR deal_until <= clock_timestamp() AS expired FROM block WHERE id = $1`;

// A block ends with the race's registration: nobody holds a spot for longer after that than the hold itself.
const cutBlock = `
  WITH sellable AS (
    SELECT count(*) AS n FROM (SELECT 1 FROM spot WHERE event_id = $1 AND block IS NULL LIMIT 2048) s
  ), picked AS (
    SELECT number FROM spot WHERE event_id = $1 AND block IS NULL ORDER BY number
    LIMIT (SELECT greatest(1, least(256, n / 8)) FROM sellable) FOR UPDATE SKIP LOCKED
  ), taken AS (
    UPDATE spot s SET block = $2 FROM picked WHERE s.event_id = $1 AND s.number = picked.number AND s.block IS NULL
    RETURNING s.number
  ), deal AS (
    SELECT least(clock_timestamp() + make_interval(secs => $3), r.closes_at) AS until
    FROM event e JOIN race r ON r.id = e.race_id WHERE e.id = $1
  )
  INSERT INTO block (id, event_id, numbers, deal_until, closes_at)
  SELECT $2, $1, array_agg(number ORDER BY number), until, until + make_interval(secs => $4)
  FROM taken CROSS JOIN deal GROUP BY until
  RETURNING id, numbers, deal_until, false AS expired`;

const dueEvents = 'SELECT DISTINCT event_id FROM block WHERE NOT closed AND closes_at < clock_timestamp()';

const closeBlocks = `
  UPDATE block SET closed = true WHERE event_id = $1 AND NOT closed AND closes_at < clock_timestamp() RETURNING id, numbers`;

const lockSpots = `
  SELECT number FROM spot WHERE event_id = $1 AND number = ANY ($2::int[]) AND block = $3 ORDER BY number FOR UPDATE`;

const freeSpots = `
  UPDATE spot s SET block = NULL
  WHERE s.event_id = $1 AND s.number = ANY ($2::int[]) AND s.block = $3
    AND NOT EXISTS (SELECT 1 FROM registration r WHERE r.event_id = s.event_id AND r.spot = s.number)
  RETURNING s.number`;
