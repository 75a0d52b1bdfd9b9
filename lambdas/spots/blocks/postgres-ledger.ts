import type { SalePhase } from '../../domain/event-sale';
import { maxGroupSize } from '../../domain/hold';
import { type DealingSql, spotSql } from '../../ledger/dealing-sql';
import { lockEvent } from '../../ledger/event-sql';
import type { GiveToWaiting } from '../../ledger/postgres-waiting-offers';
import type { Postgres, Sql } from '../../platform/postgres/postgres';
import { retryOnConflict } from '../../platform/retry';
import {
  type Block,
  blockSize,
  type CutFacts,
  graceAfter,
  maxSellableCounted,
  nextBlockFor,
  type Reason,
  type Times,
} from './block';
import type { Counters, Cut, Ledger, Refusal, Scarce } from './ports';

interface EventRow {
  readonly current_block: string | null;
  readonly phase: SalePhase;
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

/** What is dealt: spots of events, or units of pools. */
export interface Limited {
  readonly sql: DealingSql;
  /** SQL: locks the event or pool $1. Cuts and what comes back take turns on this lock. */
  readonly lock: string;
  /** SQL: the events or pools with something to take back. */
  readonly due: string;
  /** How many the next block gets that everybody deals from. */
  readonly blockSize: (sellable: number) => number;
  /** How much longer than usual a block stays open that ends early, in seconds. */
  readonly moreGraceSeconds: number;
  readonly next: (
    facts: CutFacts,
    left: string | undefined,
    reason: Reason,
    size: number,
  ) => 'current' | 'cut' | 'private' | Refusal | Scarce;
  /** Called under the lock when blocks were closed: only closed ones, in the minute job. */
  readonly closed: (sql: Sql, blocks: readonly string[]) => Promise<unknown>;
  /** Called under the lock when something may have come back. */
  readonly cameBack: (sql: Sql, id: string) => Promise<unknown>;
}

export const spotsWith = (giveToWaiting: GiveToWaiting): Limited => ({
  sql: spotSql,
  lock: lockEvent,
  due: dueEvents,
  blockSize,
  // Decision 48: the promise of a spot is not prolonged while a bank asks.
  moreGraceSeconds: 0,
  next: (facts, left, reason, size) => {
    const answer = nextBlockFor(facts, left, reason, size);
    return answer === 'current' || answer === 'cut' || answer === 'private' ? answer : { kind: answer };
  },
  closed: (sql, blocks) => sql.query(expireOffers, [blocks]),
  cameBack: giveToWaiting,
});

interface Needs {
  readonly postgres: Postgres;
  readonly counters: Pick<Counters, 'open'>;
  readonly newId: () => string;
  readonly times: Times;
  readonly of: Limited;
}

/** Of spots or, where the pool is the event, of units. */
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
    const { of } = this.#needs;
    const [event] = await sql.query<EventRow>(of.lock, [eventId]);
    if (!event) throw new Error(`${eventId} does not exist, so no block can be cut`);
    const grace = graceAfter[reason];
    if (left !== undefined && grace !== undefined)
      await sql.query(of.sql.endBlock, [eventId, left, grace + of.moreGraceSeconds]);
    // Only now, in a statement of its own: a statement that waited for the lock does not see what the lock's holder
    // committed.
    const [facts] = await sql.query<FactsRow>(of.sql.findFacts, [eventId, event.current_block, maxSellableCounted]);
    const current = facts?.id ? facts : undefined;
    const sellable = facts?.sellable ?? 0;
    const answer = of.next(
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
    if (answer !== 'cut' && answer !== 'private' && answer !== 'current') return answer;

    const block = answer === 'private' ? await this.#cutFor(sql, eventId, size) : await this.#cutForAll(sql, eventId);
    if (block) return { kind: answer === 'private' ? 'private' : 'block', block };
    // Some of them may be sellable but locked by another transaction. It is true all the same that they are not enough.
    if (size > 1 && sellable > 0) return { kind: 'too-few', sellable: Math.min(sellable, size - 1) };
    // The last block stays the current one: a caller that cuts ahead of need comes here while some of it is left to
    // deal.
    const [state] = await sql.query<{ left: boolean }>(of.sql.anyLeft, [eventId]);
    if (state?.left) {
      // Of many blocks, some more are looked at each time; a full one is looked at once.
      await sql.query(of.sql.markFull, [eventId]);
      return { kind: 'held' };
    }
    return { kind: 'sold-out' };
  }

  /** Cuts the block that everybody deals from, until it is spent. */
  async #cutForAll(sql: Sql, eventId: string): Promise<Block | undefined> {
    const { counters, newId, times, of } = this.#needs;
    const id = newId();
    const [sellable] = await sql.query<{ n: number }>(of.sql.countSellable, [eventId]);
    const size = of.blockSize(sellable?.n ?? 0);
    const [row] = await sql.query<BlockRow>(of.sql.cutBlock(), [eventId, id, times.deal, times.grace, size, 1]);
    if (!row) return undefined;
    await sql.query(of.sql.setCurrent, [eventId, id]);
    // Before COMMIT: once others can see the block, it has its counter. When this fails, nothing was cut.
    await counters.open(id);
    return toBlock(eventId, row);
  }

  /** Cuts a block of exactly `size`, or none. It is dealt this moment and needs no counter. */
  async #cutFor(sql: Sql, eventId: string, size: number): Promise<Block | undefined> {
    const { newId, of } = this.#needs;
    const [row] = await sql.query<BlockRow>(of.sql.cutBlock(), [eventId, newId(), 0, graceAfter.spent, size, size]);
    return row && toBlock(eventId, row);
  }

  async end(eventId: string, blockId: string, reason: 'spent' | 'lost') {
    const { postgres, of } = this.#needs;
    await postgres.transaction(
      async (sql) => {
        await sql.query(of.lock, [eventId]);
        await sql.query(of.sql.endBlock, [eventId, blockId, graceAfter[reason] + of.moreGraceSeconds]);
      },
      { retryOn: retryOnConflict },
    );
  }

  giveBack(eventId: string, blockId: string, numbers: readonly number[]): Promise<void> {
    const { postgres, of } = this.#needs;
    return postgres.transaction(
      async (sql) => {
        await sql.query(of.lock, [eventId]);
        const shortened = await sql.query(of.sql.shortenBlock, [blockId, numbers]);
        if (shortened.length === 0) return;
        await takeBack(sql, of.sql, eventId, blockId, numbers);
        await of.cameBack(sql, eventId);
      },
      { retryOn: retryOnConflict },
    );
  }

  async due() {
    const { postgres, of } = this.#needs;
    return (await postgres.query<{ event_id: string }>(of.due)).map(({ event_id }) => event_id);
  }

  reclaim(eventId: string): Promise<number> {
    const { postgres, of } = this.#needs;
    return postgres.transaction((sql) => reclaimIn(of)(sql, eventId), { retryOn: retryOnConflict });
  }
}

/** The same in the transaction of its caller. */
export const reclaimIn =
  (of: Limited) =>
  async (sql: Sql, eventId: string): Promise<number> => {
    await sql.query(of.lock, [eventId]);
    const closed = await sql.query<{ id: string; numbers: number[] }>(of.sql.closeBlocks, [eventId]);
    // One after the other, the blocks would be locked in an order of their own, and a writer could wait for us.
    if (closed.length > 1)
      await sql.query(of.sql.lockClosed, [
        eventId,
        closed.flatMap(({ numbers }) => numbers),
        closed.flatMap(({ id, numbers }) => numbers.map(() => id)),
      ]);
    let back = 0;
    for (const { id, numbers } of closed) {
      back += await takeBack(sql, of.sql, eventId, id, numbers);
    }
    await of.closed(
      sql,
      closed.map(({ id }) => id),
    );
    await of.cameBack(sql, eventId);
    return back;
  };

const takeBack = async (
  sql: Sql,
  of: DealingSql,
  id: string,
  blockId: string,
  numbers: readonly number[],
): Promise<number> => {
  // Two statements: one that waits for a lock does not see what the lock's holder committed meanwhile.
  await sql.query(of.lockNumbers, [id, numbers, blockId]);
  return (await sql.query(of.freeNumbers, [id, numbers, blockId])).length;
};

/** Makes the unregistered ones of these spots of a block sellable again. Returns how many. */
export const closeSpots = (sql: Sql, eventId: string, blockId: string, numbers: readonly number[]) =>
  takeBack(sql, spotSql, eventId, blockId, numbers);

const toBlock = (eventId: string, { id, numbers, deal_until, hold_seconds }: BlockRow): Block => ({
  id,
  eventId,
  numbers,
  dealUntil: deal_until.getTime(),
  holdSeconds: hold_seconds,
});

const dueEvents = `
  SELECT event_id FROM block WHERE NOT closed AND closes_at < clock_timestamp()
  UNION
  SELECT e.id FROM event e CROSS JOIN LATERAL (
    SELECT count(*) AS n FROM (SELECT FROM spot WHERE event_id = e.id AND block IS NULL LIMIT ${maxGroupSize}) s) sellable
  WHERE sellable.n > 0 AND (e.is_over OR EXISTS (
    SELECT FROM waiting WHERE event_id = e.id AND state = 'waiting' AND confirmed_at IS NOT NULL AND size <= sellable.n))`;

const expireOffers = `
  WITH ended AS (
    UPDATE waiting SET state = 'expired', block = NULL, ended_at = clock_timestamp() WHERE block = ANY ($1::uuid[])
    RETURNING event_id, id
  )
  INSERT INTO audit (actor, action, event_id, detail)
  SELECT 'system', 'offer-expired', event_id, jsonb_build_object('place', id) FROM ended`;
