import { maxGroupSize } from '../../domain/hold';
import { anyLeft, lockEvent, markFull } from '../../ledger/event-sql';
import type { GiveToWaiting } from '../../ledger/postgres-waiting-offers';
import type { Postgres, Sql } from '../../platform/postgres/postgres';
import { retryOnConflict } from '../../platform/retry';
import { type Block, blockSize, graceAfter, maxSellableCounted, nextBlockFor, type Reason, type Times } from './block';
import type { Counters, Cut, Ledger } from './ports';

interface EventRow {
  readonly current_block: string | null;
  readonly phase: 'early' | 'open' | 'closed';
}

interface BlockRow {
  readonly id: string;
  readonly numbers: number[];
  readonly deal_until: Date;
  readonly hold_seconds: number;
  readonly expired: boolean;
}

interface FactsRow extends BlockRow {
  readonly sellable: number;
  readonly smallest_waiting: number | null;
}

interface Needs {
  readonly postgres: Postgres;
  readonly counters: Pick<Counters, 'open'>;
  readonly newId: () => string;
  readonly times: Times;
  readonly giveToWaiting: GiveToWaiting;
}

export class PostgresLedger implements Ledger {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  cut(eventId: string, left: string | undefined, reason: Reason, size = 1): Promise<Cut> {
    return this.#needs.postgres.transaction(async (sql) => this.#cut(sql, eventId, left, reason, size), {
      retryOn: retryOnConflict,
    });
  }

  async #cut(sql: Sql, eventId: string, left: string | undefined, reason: Reason, size: number): Promise<Cut> {
    const [event] = await sql.query<EventRow>(lockEvent, [eventId]);
    if (!event) throw new Error(`event ${eventId} does not exist, so no block can be cut`);
    const grace = graceAfter[reason];
    if (left !== undefined && grace !== undefined) await sql.query(endBlock, [eventId, left, grace]);
    // Only now, in a statement of its own: a statement that waited for the lock does not see what the lock's holder
    // committed.
    const [facts] = await sql.query<FactsRow>(findFacts, [eventId, event.current_block, maxSellableCounted]);
    const current = facts?.id ? facts : undefined;
    const sellable = facts?.sellable ?? 0;
    const answer = nextBlockFor(
      {
        phase: event.phase,
        current: current && { id: current.id, isExpired: current.expired, numbers: current.numbers.length },
        sellable,
        smallestWaiting: facts?.smallest_waiting ?? undefined,
      },
      left,
      reason,
      size,
    );
    if (answer === 'current' && current) return { kind: 'block', block: toBlock(eventId, current) };
    if (answer !== 'cut' && answer !== 'private' && answer !== 'current') return { kind: answer };

    const block = answer === 'private' ? await this.#cutFor(sql, eventId, size) : await this.#cutForAll(sql, eventId);
    if (block) return { kind: answer === 'private' ? 'private' : 'block', block };
    // Some of them may be sellable but locked by another transaction. It is true all the same that they are not enough.
    if (size > 1 && sellable > 0) return { kind: 'too-few', sellable: Math.min(sellable, size - 1) };
    // The last block stays the current one: a caller that cuts ahead of need comes here while some of it is left to
    // deal.
    const [state] = await sql.query<{ left: boolean }>(anyLeft, [eventId]);
    if (state?.left) {
      // Of many blocks, some more are looked at each time; a full one is looked at once.
      await sql.query(markFull, [eventId]);
      return { kind: 'held' };
    }
    return { kind: 'sold-out' };
  }

  /** Cuts the block that everybody deals from, until it is spent. */
  async #cutForAll(sql: Sql, eventId: string): Promise<Block | undefined> {
    const { counters, newId, times } = this.#needs;
    const id = newId();
    const [sellable] = await sql.query<{ n: number }>(countSellable, [eventId]);
    const size = blockSize(sellable?.n ?? 0);
    const [row] = await sql.query<BlockRow>(cutBlock, [eventId, id, times.deal, times.grace, size, 1]);
    if (!row) return undefined;
    await sql.query('UPDATE event SET current_block = $2 WHERE id = $1', [eventId, id]);
    // Before COMMIT: once others can see the block, it has its counter. When this fails, nothing was cut.
    await counters.open(id);
    return toBlock(eventId, row);
  }

  /** Cuts a block of exactly `size`, or none. It is dealt this moment and needs no counter. */
  async #cutFor(sql: Sql, eventId: string, size: number): Promise<Block | undefined> {
    const [row] = await sql.query<BlockRow>(cutBlock, [eventId, this.#needs.newId(), 0, graceAfter.spent, size, size]);
    return row && toBlock(eventId, row);
  }

  async end(eventId: string, blockId: string, reason: 'spent' | 'lost') {
    await this.#needs.postgres.transaction(
      async (sql) => {
        await sql.query(lockEvent, [eventId]);
        await sql.query(endBlock, [eventId, blockId, graceAfter[reason]]);
      },
      { retryOn: retryOnConflict },
    );
  }

  giveBack(eventId: string, blockId: string, numbers: readonly number[]): Promise<void> {
    return this.#needs.postgres.transaction(
      async (sql) => {
        await sql.query(lockEvent, [eventId]);
        const shortened = await sql.query(shortenBlock, [blockId, numbers]);
        if (shortened.length === 0) return;
        await closeSpots(sql, eventId, blockId, numbers);
        await this.#needs.giveToWaiting(sql, eventId);
      },
      { retryOn: retryOnConflict },
    );
  }

  async due() {
    const rows = await this.#needs.postgres.query<{ event_id: string }>(dueEvents);
    return rows.map(({ event_id }) => event_id);
  }

  reclaim(eventId: string): Promise<number> {
    return this.#needs.postgres.transaction(
      async (sql) => {
        await sql.query(lockEvent, [eventId]);
        const closed = await sql.query<{ id: string; numbers: number[] }>(closeBlocks, [eventId]);
        let back = 0;
        for (const { id, numbers } of closed) {
          back += await closeSpots(sql, eventId, id, numbers);
        }
        await sql.query(expireOffers, [closed.map(({ id }) => id)]);
        await this.#needs.giveToWaiting(sql, eventId);
        return back;
      },
      { retryOn: retryOnConflict },
    );
  }
}

/** Makes the unregistered ones of these spots of a block sellable again. Returns how many. */
export const closeSpots = async (sql: Sql, eventId: string, blockId: string, numbers: readonly number[]) => {
  // Two statements: one that waits for a lock does not see what the lock's holder committed meanwhile.
  await sql.query(lockSpots, [eventId, numbers, blockId]);
  return (await sql.query(freeSpots, [eventId, numbers, blockId])).length;
};

const toBlock = (eventId: string, { id, numbers, deal_until, hold_seconds }: BlockRow): Block => ({
  id,
  eventId,
  numbers,
  dealUntil: deal_until.getTime(),
  holdSeconds: hold_seconds,
});

const findFacts = `
  SELECT (SELECT min(size) FROM waiting WHERE event_id = $1 AND state = 'waiting' AND confirmed_at IS NOT NULL) AS smallest_waiting,
         (SELECT count(*)::int FROM (SELECT 1 FROM spot WHERE event_id = $1 AND block IS NULL LIMIT $3) s) AS sellable,
         b.id, b.numbers, b.deal_until, b.hold_seconds, b.closed OR b.deal_until <= clock_timestamp() AS expired
  FROM (SELECT) once LEFT JOIN block b ON b.id = $2`;

const countSellable = `
  SELECT count(*)::int AS n FROM (SELECT 1 FROM spot WHERE event_id = $1 AND block IS NULL LIMIT 2048) s`;

// Takes up to $5 numbers, and at least $6 or none. Dealing ends with the race's registration: after that, nobody holds
// a spot for longer than the hold itself.
const cutBlock = `
  WITH picked AS (
    SELECT number FROM spot WHERE event_id = $1 AND block IS NULL ORDER BY number LIMIT $5 FOR UPDATE SKIP LOCKED
  ), taken AS (
    UPDATE spot s SET block = $2 FROM picked WHERE s.event_id = $1 AND s.number = picked.number AND s.block IS NULL
      AND (SELECT count(*) FROM picked) >= $6
    RETURNING s.number
  ), deal AS (
    SELECT least(clock_timestamp() + make_interval(secs => $3), r.closes_at) AS until, r.hold_seconds
    FROM event e JOIN race r ON r.id = e.race_id WHERE e.id = $1
  )
  INSERT INTO block (id, event_id, numbers, deal_until, closes_at, hold_seconds)
  SELECT $2, $1, array_agg(number ORDER BY number), until, until + make_interval(secs => hold_seconds + $4), hold_seconds
  FROM taken CROSS JOIN deal GROUP BY until, hold_seconds
  RETURNING id, numbers, deal_until, hold_seconds, false AS expired`;

// Uses the clock at this moment, under the event's lock: every number that was dealt was asked for before.
const endBlock = `
  UPDATE block SET closes_at = least(closes_at, clock_timestamp() + make_interval(secs => hold_seconds + $3))
  WHERE event_id = $1 AND id = $2 AND NOT closed`;

const dueEvents = `
  SELECT event_id FROM block WHERE NOT closed AND closes_at < clock_timestamp()
  UNION
  SELECT e.id FROM event e CROSS JOIN LATERAL (
    SELECT count(*) AS n FROM (SELECT FROM spot WHERE event_id = e.id AND block IS NULL LIMIT ${maxGroupSize}) s) sellable
  WHERE sellable.n > 0 AND (e.is_over OR EXISTS (
    SELECT FROM waiting WHERE event_id = e.id AND state = 'waiting' AND confirmed_at IS NOT NULL AND size <= sellable.n))`;

// A closed block has given back everything already.
const shortenBlock = `
  UPDATE block SET numbers = array(SELECT n FROM unnest(numbers) WITH ORDINALITY AS dealt (n, place) WHERE n <> ALL ($2::int[]) ORDER BY place)
  WHERE id = $1 AND NOT closed RETURNING id`;

const closeBlocks = `
  UPDATE block SET closed = true WHERE event_id = $1 AND NOT closed AND closes_at < clock_timestamp() RETURNING id, numbers`;

const lockSpots = `
  SELECT number FROM spot WHERE event_id = $1 AND number = ANY ($2::int[]) AND block = $3 ORDER BY number FOR UPDATE`;

const freeSpots = `
  UPDATE spot s SET block = NULL
  WHERE s.event_id = $1 AND s.number = ANY ($2::int[]) AND s.block = $3
    AND NOT EXISTS (SELECT 1 FROM registration r WHERE r.event_id = s.event_id AND r.spot = s.number)
  RETURNING s.number`;

const expireOffers = `
  WITH ended AS (
    UPDATE waiting SET state = 'expired', block = NULL WHERE block = ANY ($1::uuid[])
    RETURNING event_id, id
  )
  INSERT INTO audit (actor, action, event_id, detail)
  SELECT 'system', 'offer-expired', event_id, jsonb_build_object('place', id) FROM ended`;
