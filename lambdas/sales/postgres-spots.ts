import type { Memcached } from '../platform/memcached/memcached';
import type { Sql } from '../platform/postgres/postgres';
import { whereLeft } from '../spots/blocks/memcached-undealt';
import type { LeftOfBlock } from '../spots/blocks/ports';
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
  readonly blocks: readonly OpenBlock[];
  readonly waiting: SpotsOfEvent['waiting'];
}

interface OpenBlock extends LeftOfBlock {
  readonly isDealt: boolean;
}

/** Where the spots of a race are. `memcached` knows how far a block is dealt. */
export const countSpotsOf = async (
  sql: Sql,
  memcached: Pick<Memcached, 'get'>,
  raceId: string,
): Promise<readonly SpotsOfEvent[]> => {
  const rows = await sql.query<Row>(spotsOfEvents, [raceId]);
  return Promise.all(
    rows.map(async ({ event_id, blocks, sellable, held, ...rest }) => {
      const parts = await Promise.all(blocks.map((block) => partsOf(memcached, block)));
      const sum = (of: keyof Parts) => parts.reduce((total, part) => total + part[of], 0);
      return {
        ...rest,
        eventId: event_id,
        free: sellable + sum('free'),
        held: held + sum('held'),
        comingBack: sum('comingBack'),
      };
    }),
  );
};

type Parts = Readonly<Record<'free' | 'held' | 'comingBack', number>>;

const partsOf = async (memcached: Pick<Memcached, 'get'>, { isDealt, ...block }: OpenBlock): Promise<Parts> => {
  const { held, undealt, lost } = await whereLeft(memcached, block);
  return isDealt ? { held, free: undealt, comingBack: lost } : { held, free: 0, comingBack: lost + undealt };
};
