import type { Memcached } from '../memcached/memcached';
import { type CacheStatistics, zeroes } from './cache-statistics';
import type { Freshness } from './freshness';
import { Levels } from './levels';
import { Loads } from './loads';
import { RequestCache } from './request-cache';

export interface CacheOptions {
  /** How much the process holds, by the length of the JSON. Default 16 MB. */
  readonly maxBytes?: number;
  /** How many loads run at once in this process; more wait. Default 8. */
  readonly maxLoads?: number;
  /** How many may wait for that; more are refused with OverloadError. Default 200. */
  readonly maxWaiting?: number;
  /** How long to wait for another process that is loading before loading too, in ms. Default 300. */
  readonly waitMs?: number;
  /**
   * How often a value must be asked for to be held in the process: by this process alone, or by the fleet, as
   * memcached's answer tells. Default 3 times in 10 seconds.
   */
  readonly promotion?: { readonly threshold: number; readonly windowSeconds: number };
}

/**
 * Process memory, then memcached, then `load`. Of many callers one loads: one in the process (the others share its flight)
 * and one in the fleet (memcached names the winner). A cache that fails only costs loads, and those are limited.
 * Values are JSON and come back as JSON would: frozen, without dates or classes, also on the first call.
 */
export class Cache {
  readonly #counters = zeroes();
  readonly #loads: Loads;
  readonly #levels: Levels;

  constructor(memcached: Memcached, options: CacheOptions = {}) {
    const { maxBytes = 16 * 1024 * 1024, maxLoads = 8, maxWaiting = 200, waitMs = 300 } = options;
    const { promotion = { threshold: 3, windowSeconds: 10 } } = options;
    this.#loads = new Loads(this.#counters, maxLoads, maxWaiting);
    this.#levels = new Levels({ memcached, counters: this.#counters, maxBytes, waitMs, ...promotion });
  }

  /** What `load` throws reaches every caller that waited for it, and is not remembered. Throws OverloadError. */
  async get<T>(key: string, load: () => Promise<T>, freshness: Freshness): Promise<T> {
    return (await this.#levels.find(key, freshness, this.#loads.one(load))).value;
  }

  /**
   * The values there are of many keys, asked for in one write to each memcached node. What is missing is loaded together, by
   * one call; a key that its answer leaves out has no value, which is remembered for `missingSeconds`.
   */
  async getMany<T>(
    keys: readonly string[],
    loadMissing: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>,
    freshness: Freshness,
  ): Promise<ReadonlyMap<string, T>> {
    const wanted = [...new Set(keys)];
    const loaderOf = this.#loads.together(wanted, loadMissing);
    const found = await Promise.all(
      wanted.map(async (key) => [key, (await this.#levels.find(key, freshness, loaderOf(key))).value] as const),
    );
    const values = new Map<string, T>();
    for (const [key, value] of found) if (value !== undefined) values.set(key, value);
    return values;
  }

  /** A view for one request: it asks for each key once, and keeps so many bytes of answers. */
  forRequest({ maxBytes = 1024 * 1024 }: { readonly maxBytes?: number } = {}): RequestCache {
    return new RequestCache(
      (key, load, freshness) => this.#levels.find(key, freshness, this.#loads.one(load)),
      maxBytes,
    );
  }

  /**
   * Forgets a value of no group here and in memcached. Other processes forget it when their `processSeconds` are over.
   * Throws MemcachedError.
   */
  invalidate(key: string): Promise<void> {
    return this.#levels.invalidate(key);
  }

  /** Makes everybody forget all values of a group within a second, with one write. Throws MemcachedError. */
  invalidateGroup(group: string): Promise<void> {
    return this.#levels.invalidateGroup(group);
  }

  /** A snapshot: it does not change any more. */
  statistics(): CacheStatistics {
    return { ...this.#counters };
  }
}
