import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { benchEventId } from './bench-race';

const everyMs = 1_000;

export interface CameBack {
  readonly spots: number;
  /** How many of them came back later than `lateAfterSeconds` after their holds had ended. */
  readonly late: number;
  /**
   * Seconds from the end of a block's first hold until the rest of the block was back: the maximum, or 0 when no spot
   * came back.
   */
  readonly worst: number;
  /** When the last spot was sold, in milliseconds since the epoch. */
  readonly soldAt: number | undefined;
}

/**
 * For each closed block: the earliest moment its first number was dealt, and how many of its numbers are no longer in
 * it.
 */
const closedBlocks = `
  SELECT b.id, extract(epoch FROM b.deal_until) * 1000 - 300000 AS cut_at, b.hold_seconds,
    (SELECT count(*)::int FROM unnest(b.numbers) n JOIN spot s ON s.event_id = b.event_id AND s.number = n
     WHERE s.block IS DISTINCT FROM b.id) AS back
  FROM block b WHERE b.event_id = $1 AND b.closed AND NOT b.is_full AND b.id <> ALL ($2::uuid[])`;

const lastSold = `
  SELECT extract(epoch FROM max(recorded_at)) * 1000 AS at FROM registration WHERE event_id = $1 AND live
  HAVING count(*) = (SELECT count(*) FROM spot WHERE event_id = $1)`;

/** Looks each second which blocks have closed, and how many spots each left. */
export const watchWhatComesBack = (url: string, lateAfterSeconds: number) => {
  const closed = new Map<string, { readonly back: number; readonly seconds: number }>();
  let goesOn = true;
  const client = new pg.Client({ connectionString: url });
  const look = async () => {
    const { rows } = await client.query<{ id: string; cut_at: string; hold_seconds: number; back: number }>(
      closedBlocks,
      [benchEventId, [...closed.keys()]],
    );
    for (const { id, cut_at, hold_seconds, back } of rows)
      closed.set(id, { back, seconds: (Date.now() - Number(cut_at)) / 1000 - hold_seconds });
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
      const back = [...closed.values()].filter((one) => one.back > 0);
      const spotsOf = (some: typeof back) => some.reduce((sum, one) => sum + one.back, 0);
      return {
        spots: spotsOf(back),
        late: spotsOf(back.filter(({ seconds }) => seconds > lateAfterSeconds)),
        worst: Math.max(0, ...back.map(({ seconds }) => seconds)),
        soldAt: sold && Number(sold.at),
      };
    } finally {
      await client.end();
    }
  };
};
