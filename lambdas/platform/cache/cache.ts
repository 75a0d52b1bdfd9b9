import type { Memcached } from '../memcached/memcached';
import { type CacheStatistics, zeroes } from './cache-statistics';
import type { Freshness } from './freshness';
import { Levels } from './levels';
import { Loads } from './loads';
import { RequestCache } from './request-cache';

export interface CacheOptions {
  /** How much the process holds, in characters of JSON. Default 16 MiB. */
  readonly maxBytes?: number;
  /** How many loads run at once in this process; further ones wait. Default 8. */
  readonly maxLoads?: number;
  /** How many loads may wait; further ones throw OverloadError. Default 200. */
  readonly maxWaiting?: number;
  /** How long to wait for another process's load before loading here too, in milliseconds. Default 300. */
  readonly waitMs?: number;
  /**
   * How often a value must be asked for before this process holds it: by this process, or by all processes as memcached
   * counts it. Default 3 times in 10 seconds.
   */
  readonly promotion?: { readonly threshold: number; readonly windowSeconds: number };
}

/**
 * Looks in the process's memory, then in memcached, then calls `load`. Of many concurrent callers one loads: one in the
 * process (the others share its promise), and one of all processes (memcached names it). When memcached fails, the only
 * cost is more loads, and their number is limited. Values are JSON: they come back frozen, without dates and classes,
 * also on the first call.
 * @example
 * const cache = new Cache(openMemcached('memcached://127.0.0.1:11211'), { maxBytes: 4 * 1024 * 1024 });
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

  /**
   * The value of one key. An error that `load` throws reaches every caller that waits for it, and is not cached. Throws
   * OverloadError.
   * @example
   * const race = await cache.get('race:17', () => readRace(17), { freshSeconds: 60 });
   */
  async get<T>(key: string, load: () => Promise<T>, freshness: Freshness): Promise<T> {
    return (await this.#levels.find(key, freshness, this.#loads.one(load))).value;
  }

  /**
   * The values of many keys, with one write to each memcached node. One call of `loadMissing` loads all that are
   * missing. A key that its answer leaves out has no value, which is cached for `missingSeconds`. Throws as `get` does.
   * @example
   * const races = await cache.getMany(['17', '18'], (missing) => readRaces(missing), { freshSeconds: 60 });
   * const race = races.get('17'); // undefined when there is none
   */
  async getMany<T>(
    keys: readonly string[],
    loadMissing: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>,
    freshness: Freshness,
  ): Promise<ReadonlyMap<string, T>> {
    const wanted = [...new Set(keys)];
    const loaderOf = this.#loads.forMany(wanted, loadMissing);
    const found = await Promise.all(
      wanted.map(async (key) => [key, (await this.#levels.find(key, freshness, loaderOf(key))).value] as const),
    );
    const values = new Map<string, T>();
    for (const [key, value] of found) if (value !== undefined) values.set(key, value);
    return values;
  }

  /**
   * A view for one request: it asks for each key once. It keeps at most `maxBytes` characters of JSON, default 1 MiB.
   * @example
   * const ofThisRequest = cache.forRequest();
   * await ofThisRequest.get('race:17', () => readRace(17), { freshSeconds: 60 });
   */
  forRequest({ maxBytes = 1024 * 1024 }: { readonly maxBytes?: number } = {}): RequestCache {
    return new RequestCache(
      (key, load, freshness) => this.#levels.find(key, freshness, this.#loads.one(load)),
      maxBytes,
    );
  }

  /**
   * Removes a value that belongs to no group, here and in memcached. Other processes serve it until their
   * `processSeconds` are over. Throws MemcachedError.
   * @example
   * await cache.invalidate('race:17');
   */
  invalidate(key: string): Promise<void> {
    return this.#levels.invalidate(key);
  }

  /**
   * Makes all processes drop all values of a group within a second, with one write. Throws MemcachedError.
   * @example
   * await cache.get('race:17', () => readRace(17), { freshSeconds: 60, group: 'races' });
   * await cache.invalidateGroup('races');
   */
  invalidateGroup(group: string): Promise<void> {
    return this.#levels.invalidateGroup(group);
  }

  /**
   * Invalidates a group whose values are gone for good, such as those of a race that was deleted. `isNews` is false afterwards. Throws
   * MemcachedError.
   * @example
   * await cache.endGroup('race:17');
   */
  endGroup(group: string): Promise<void> {
    return this.#levels.endGroup(group);
  }

  /**
   * Whether a group was invalidated within so many seconds. Then a replica that has no value may not have it yet. Asks memcached each
   * time. It is also true of a group whose stamp was lost and made again. Throws MemcachedError.
   * @example
   * const maybeNotYetThere = await cache.isNews('race:17', 120);
   */
  isNews(group: string, seconds: number): Promise<boolean> {
    return this.#levels.isNews(group, seconds);
  }

  /**
   * The counters since the cache was made: a copy, which does not change any more.
   * @example
   * const { processHits, memcachedHits, misses } = cache.statistics();
   */
  statistics(): CacheStatistics {
    return { ...this.#counters };
  }
}
