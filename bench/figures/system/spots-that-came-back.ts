import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { openMemcached } from '../../../lambdas/platform/memcached/open-memcached';
import { counterKey } from '../../../lambdas/spots/blocks/block';
import { benchEventId } from './bench-race';

const everyMs = 1_000;

/** A number that was dealt to somebody who did not register, from the moment that its block closed. */
interface Back {
  /** Seconds from the end of its hold until it was back. */
  readonly seconds: number;
  readonly cutAt: number;
  /** Seconds from the cut of its block until it was dealt, and until its block closed. */
  readonly dealtAfter: number;
  readonly closedAfter: number;
}

export interface CameBack {
  readonly spots: number;
  /** How many of them came back later than `lateAfterSeconds` after their own hold had ended. */
  readonly late: number;
  /** Seconds from the end of a hold until its spot was back: the maximum, or 0 when no spot came back. */
  readonly worst: number;
  /** When the last spot was sold, in milliseconds since the epoch. */
  readonly soldAt: number | undefined;
  readonly all: readonly Back[];
}

interface OpenBlock {
  readonly id: string;
  readonly numbers: readonly number[];
  readonly cut_at: string;
  readonly hold_seconds: number;
}

/** A block that is watched, and when each of its numbers was first seen dealt, in milliseconds since the epoch. */
interface Watched extends OpenBlock {
  readonly dealtAt: number[];
}

const openBlocks = `
  SELECT id, numbers, extract(epoch FROM deal_until) * 1000 - 300000 AS cut_at, hold_seconds
  FROM block WHERE event_id = $1 AND id <> ALL ($2::uuid[])`;

/** The numbers of each closed block that have left it: nobody registered on them. */
const closedBlocks = `
  SELECT b.id, array(SELECT n FROM unnest(b.numbers) n JOIN spot s ON s.event_id = b.event_id AND s.number = n
    WHERE s.block IS DISTINCT FROM b.id) AS back
  FROM block b WHERE b.closed AND b.id = ANY ($1::uuid[])`;

const lastSold = `
  SELECT extract(epoch FROM max(recorded_at)) * 1000 AS at FROM registration WHERE event_id = $1 AND live
  HAVING count(*) = (SELECT count(*) FROM spot WHERE event_id = $1)`;

/**
 * Looks each second how far each block is dealt, which blocks have closed, and which spots each left. A hold ends later
 * than its number was dealt by the race's hold time; a number counts as dealt when its counter was first seen past it.
 */
export const watchWhatComesBack = (url: string, dataCache: string, lateAfterSeconds: number) => {
  const known = new Map<string, Watched>();
  const open = new Map<string, Watched>();
  const back: Back[] = [];
  let goesOn = true;
  const client = new pg.Client({ connectionString: url });
  const memcached = openMemcached(dataCache);

  const lookAtCounter = async ({ id, numbers, dealtAt, cut_at }: Watched) => {
    if (dealtAt.length === numbers.length) return;
    const counter = await memcached.get(counterKey(id)).catch(() => undefined);
    // A block without a counter was cut for one group, which was dealt all of it at once.
    const dealt = counter ? Math.min(Number(counter.toString().trim()), numbers.length) : numbers.length;
    while (dealtAt.length < dealt) dealtAt.push(counter ? Date.now() : Number(cut_at));
  };

  const look = async () => {
    const { rows } = await client.query<OpenBlock>(openBlocks, [benchEventId, [...known.keys()]]);
    for (const row of rows) {
      const watched = { ...row, dealtAt: [] };
      known.set(row.id, watched);
      open.set(row.id, watched);
    }
    await Promise.all([...open.values()].map(lookAtCounter));
    const closed = await client.query<{ id: string; back: number[] }>(closedBlocks, [[...open.keys()]]);
    for (const { id, back: numbers } of closed.rows) {
      const block = open.get(id);
      open.delete(id);
      for (const number of block ? numbers : []) {
        const dealtAt = block?.dealtAt[block.numbers.indexOf(number)];
        if (!block || dealtAt === undefined) continue;
        const cutAt = Number(block.cut_at);
        back.push({
          seconds: (Date.now() - dealtAt) / 1000 - block.hold_seconds,
          cutAt,
          dealtAfter: (dealtAt - cutAt) / 1000,
          closedAfter: (Date.now() - cutAt) / 1000,
        });
      }
    }
  };
  const looking = (async () => {
    await client.connect();
    while (goesOn) {
      await look();
      await setTimeout(everyMs);
    }
  })();

  return async (): Promise<CameBack> => {
    goesOn = false;
    try {
      await looking;
      await look();
      const [sold] = (await client.query<{ at: string }>(lastSold, [benchEventId])).rows;
      return {
        spots: back.length,
        late: back.filter(({ seconds }) => seconds > lateAfterSeconds).length,
        worst: Math.max(0, ...back.map(({ seconds }) => seconds)),
        soldAt: sold && Number(sold.at),
        all: back,
      };
    } finally {
      memcached.close();
      await client.end();
    }
  };
};
