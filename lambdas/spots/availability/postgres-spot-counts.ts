import type { EventSale } from '../../domain/event-sale';
import { isAnyHeldOf } from '../../ledger/event-sql';
import type { Sql } from '../../platform/postgres/postgres';

/** What the database knows of an event's spots: all but how far the open block is dealt. */
export interface LedgerCount {
  readonly eventId: string;
  readonly sellable: number;
  /** The block that spots are dealt from now. */
  readonly block: { readonly id: string; readonly size: number } | null;
  /** Nothing is sellable, but not everything is registered: some spots may come back. */
  readonly held: boolean;
  /** What is sellable, or comes back, goes to the waiting list. Not while it is too few for each group on it. */
  readonly waitedFor: boolean;
  /** Absent while the event is on sale. */
  readonly sale?: Exclude<EventSale, 'on'>;
}

/** Counted on the standby: this reads all spots of an event, which must not slow down registrations. */
export const countSpots = async (sql: Sql, eventIds: readonly string[]): Promise<readonly LedgerCount[]> => {
  const rows = await sql.query<Row>(counts, [eventIds]);
  return rows.map(({ event_id, sellable, block_id, block_size, held, waited_for, sale }) => ({
    eventId: event_id,
    sellable,
    block: block_id === null || block_size === null ? null : { id: block_id, size: block_size },
    held,
    waitedFor: waited_for,
    ...(sale !== 'on' && { sale }),
  }));
};

interface Row {
  readonly event_id: string;
  readonly sellable: number;
  readonly block_id: string | null;
  readonly block_size: number | null;
  readonly held: boolean;
  readonly waited_for: boolean;
  readonly sale: EventSale;
}

// A spot in a block is registered, promised to somebody, or not dealt yet; without a registration it may come back.
// That matters only when nothing is sellable.
const counts = `
  SELECT e.id AS event_id, e.sale, s.sellable, b.id AS block_id, cardinality(b.numbers) AS block_size,
    CASE WHEN s.sellable = 0 THEN ${isAnyHeldOf('e.id')} ELSE false END AS held,
    EXISTS (SELECT 1 FROM waiting WHERE event_id = e.id AND state = 'waiting' AND confirmed_at IS NOT NULL AND (size <= s.sellable OR s.sellable = 0)) AS waited_for
  FROM event e
  CROSS JOIN LATERAL (SELECT count(*)::int AS sellable FROM spot WHERE event_id = e.id AND block IS NULL) s
  LEFT JOIN block b ON b.id = e.current_block AND NOT b.closed AND b.owner IS NULL AND b.deal_until > now()
  WHERE e.id = ANY ($1::uuid[])`;
