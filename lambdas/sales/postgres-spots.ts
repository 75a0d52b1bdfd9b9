import type { Memcached } from '../platform/memcached/memcached';
import type { Sql } from '../platform/postgres/postgres';
import { undealtOf } from '../spots/blocks/memcached-undealt';
import type { SpotsOfEvent } from './ports';
import { spotsOfEvents } from './spots-sql';

interface Row {
  readonly event_id: string;
  readonly kind: SpotsOfEvent['kind'];
  readonly sale: SpotsOfEvent['sale'];
  readonly phase: SpotsOfEvent['phase'];
  readonly capacity: number;
  readonly sellable: number;
  readonly registered: number;
  readonly held: number;
  readonly offered: number;
  readonly block_id: string | null;
  readonly block_size: number | null;
  readonly waiting: SpotsOfEvent['waiting'];
}

/** Where the spots of a race are. What is cut and not dealt yet counts as free: `memcached` knows how far a block is dealt. */
export const countSpotsOf = async (
  sql: Sql,
  memcached: Pick<Memcached, 'get'>,
  raceId: string,
): Promise<readonly SpotsOfEvent[]> => {
  const rows = await sql.query<Row>(spotsOfEvents, [raceId]);
  return Promise.all(
    rows.map(async ({ event_id, block_id, block_size, sellable, held, ...rest }) => {
      const undealt = block_id === null ? 0 : await undealtOf(memcached, block_id, block_size ?? 0);
      // The cache is a moment younger than the database's answer.
      const stillHeld = Math.max(0, held - undealt);
      return { ...rest, eventId: event_id, free: sellable + held - stillHeld, held: stillHeld };
    }),
  );
};
