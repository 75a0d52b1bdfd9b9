import { readEntry } from '../platform/cache/entry';
import type { Memcached } from '../platform/memcached/memcached';
import { counterKey } from '../spots/blocks/block';
import type { CacheFaults, CounterBehind, DealtBlock } from './figures';
import type { Remembered } from './ports';

type CacheCommands = Pick<Memcached, 'get' | 'add' | 'increment' | 'delete'>;

/** Counts are refreshed every 2 seconds. An age above this means that a clock or the cache is wrong. */
const maxCountAgeMs = 30_000;

/** The same key as in spots/availability/cached-spot-counts.ts. */
const countKey = (raceId: string) => `spots:${raceId}`;

export class MemcachedRemembered implements Remembered {
  readonly #memcached: CacheCommands;
  readonly #now: () => Date;

  constructor(memcached: CacheCommands, now: () => Date) {
    this.#memcached = memcached;
    this.#now = now;
  }

  async compare(dealing: readonly DealtBlock[], racesOnSale: readonly string[]): Promise<CacheFaults> {
    const [counters, counts] = await Promise.all([
      Promise.all(dealing.map((block) => this.#behind(block))),
      Promise.all(racesOnSale.map((raceId) => this.#isStale(raceId))),
    ]);
    return {
      countersBehind: counters.flatMap((behind) => behind ?? []),
      staleCounts: racesOnSale.filter((_, index) => counts[index]),
    };
  }

  /** Increments and never sets: spots that are dealt at this moment stay counted. */
  async advance({ blockId, by }: CounterBehind) {
    await this.#memcached.increment(counterKey(blockId), by);
  }

  forgetCount(raceId: string) {
    return this.#memcached.delete(countKey(raceId));
  }

  mayRepeat(what: string, seconds: number) {
    return this.#memcached.add(`repeated:${what}`, '1', seconds);
  }

  /**
   * A counter that is gone is no fault: its block is lost, and the ledger cuts another. A counter made again would deal
   * numbers twice.
   */
  async #behind({ blockId, furthest }: DealtBlock): Promise<CounterBehind | undefined> {
    const dealt = await this.#memcached.get(counterKey(blockId));
    const by = dealt ? furthest - Number(dealt.toString().trim()) : 0;
    return by > 0 ? { blockId, by } : undefined;
  }

  async #isStale(raceId: string): Promise<boolean> {
    const key = countKey(raceId);
    const bytes = await this.#memcached.get(key);
    // An empty value is a placeholder while a caller is counting.
    if (!bytes || bytes.length === 0) return false;
    const entry = readEntry(key, bytes);
    return !entry || Math.abs(this.#now().getTime() - entry.at) > maxCountAgeMs;
  }
}
