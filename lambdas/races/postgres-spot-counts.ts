import type { Sql } from '../platform/postgres/postgres';
import { isAnyHeldOf } from '../spots/any-left';

/** What the database knows of an event's spots: all but how far the open block is dealt. */
export interface LedgerCount {
  readonly eventId: string;
  readonly sellable: number;
  /** The block spots are dealt from now. */
  readonly block: { readonly id: string; readonly size: number } | null;
  /** Nothing is sellable, but not everything is registered: something may come back. */
  readonly held: boolean;
  /** What is sellable, or comes back, is somebody's who waits: not while it is too little for each of them. */
  readonly waitedFor: boolean;
}

/** Counted on the standby: it asks for all of an event's spots, which must not slow down those who register. */
export const countSpots = async (sql: Sql, eventIds: readonly string[]): Promise<readonly LedgerCount[]> => {
  const rows = await sql.query<Row>(counts, [eventIds]);
  return rows.map(({ event_id, sellable, block_id, block_size, held, waited_for }) => ({
    eventId: event_id,
    sellable,
    block: block_id === null || block_size === null ? null : { id: block_id, size: block_size },
    held,
    waitedFor: waited_for,
  }));
};

interface Row {
  readonly event_id: string;
  readonly sellable: number;
  readonly block_id: string | null;
  readonly block_size: number | null;
  readonly held: boolean;
  readonly waited_for: boolean;
}

// A spot in a block is registered, promised to somebody, or not dealt yet: who is not registered may come back. That is
// of interest only when nothing is sellable.
const counts = `
  SELECT e.id AS event_id, s.sellable, b.id AS block_id, cardinality(b.numbers) AS block_size,
    CASE WHEN s.sellable = 0 THEN ${isAnyHeldOf('e.id')} ELSE false END AS held,
    EXISTS (SELECT 1 FROM waiting WHERE event_id = e.id AND state = 'waiting' AND confirmed_at IS NOT NULL AND (size <= s.sellable OR s.sellable = 0)) AS waited_for
  FROM event e
  CROSS JOIN LATERAL (SELECT count(*)::int AS sellable FROM spot WHERE event_id = e.id AND block IS NULL) s
  LEFT JOIN block b ON b.id = e.current_block AND NOT b.closed AND b.owner IS NULL AND b.deal_until > now()
  WHERE e.id = ANY ($1::uuid[])`;
