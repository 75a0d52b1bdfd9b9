import type { Memcached } from '../../platform/memcached/memcached';
import type { Amount, Tally } from './limits';

/** How much the clocks of two machines may differ. */
const maxClockSkewSeconds = 60;

/**
 * Counts in two buckets, each as long as the window: the current one and the one before. What was counted within the
 * window is in one of them; what is in neither is older. Takes one round trip, whatever is counted.
 */
export class MemcachedTally implements Tally {
  readonly #memcached: Memcached;
  readonly #report: (error: unknown) => void;

  /** `report` is told of counts that got lost: they keep nobody out. */
  constructor(memcached: Memcached, report: (error: unknown) => void) {
    this.#memcached = memcached;
    this.#report = report;
  }

  add(amounts: readonly Amount[]) {
    return Promise.all(
      amounts.map(async (amount) => {
        const [now, before] = await Promise.all([
          this.#memcached.count(keyOf(amount), amount.much, 2 * amount.seconds + maxClockSkewSeconds),
          this.#memcached.get(keyOf(amount, 1)),
        ]).catch((error: unknown) => {
          this.#report(error);
          return [0, undefined] as const;
        });
        return now + Number(before ?? 0);
      }),
    );
  }

  async takeBack(amounts: readonly Amount[]) {
    const sums = new Map<string, number>();
    for (const amount of amounts) sums.set(keyOf(amount), (sums.get(keyOf(amount)) ?? 0) + amount.much);
    const results = await Promise.allSettled(Array.from(sums, ([key, much]) => this.#memcached.decrement(key, much)));
    for (const result of results) if (result.status === 'rejected') this.#report(result.reason);
  }
}

const keyOf = ({ who, at, seconds }: Amount, before = 0) =>
  `unpaid:${who}:${seconds}:${Math.floor(at / seconds) - before}`;
