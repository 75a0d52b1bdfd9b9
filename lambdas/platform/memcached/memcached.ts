import type { Transient } from '../retry';

/**
 * The operations of memcached that this system uses. Keys may be any text. Times to live are in seconds, at most 30
 * days. Returned values are views of the bytes received: copy a value that you keep for long, or it keeps up to 64 kB
 * around it in memory. Every method throws MemcachedError, and RangeError for a count or a time to live that is no
 * number.
 */
export interface Memcached {
  /**
   * The value; `undefined` is a miss. A failure throws MemcachedError and never looks like a miss.
   * @example
   * const value = await memcached.get('race:17');
   * const text = value?.toString();
   */
  get(key: string): Promise<Buffer | undefined>;
  /**
   * Stores a value, over any other.
   * @example
   * await memcached.set('race:17', JSON.stringify(race), 60);
   */
  set(key: string, value: string | Buffer, ttlSeconds: number): Promise<void>;
  /**
   * Stores a value only if the key has none. `false`: the key exists and keeps its value.
   * @example
   * const isFirst = await memcached.add('lock:17', '1', 30);
   */
  add(key: string, value: string | Buffer, ttlSeconds: number): Promise<boolean>;
  /**
   * The value and its version, for `replace`. `undefined` is a miss.
   * @example
   * const found = await memcached.getVersioned('session:a');
   * if (found) await memcached.replace('session:a', change(found.value), found.version, 3600);
   */
  getVersioned(key: string): Promise<Versioned | undefined>;
  /**
   * Stores a value only over this version. `false`: the value has changed or is gone; nothing was stored.
   * @example
   * const isStored = await memcached.replace('session:a', '{}', version, 3600);
   */
  replace(key: string, value: string | Buffer, version: string, ttlSeconds: number): Promise<boolean>;
  /**
   * Adds `by` (default 1) to a counter and returns the new count. `undefined`: there is no such counter, and none was
   * made. After MemcachedError it may or may not have counted.
   * @example
   * const count = await memcached.increment('visits') ?? 0;
   */
  increment(key: string, by?: number): Promise<number | undefined>;
  /**
   * Subtracts `by` (default 1) from a counter, but never below 0. Does nothing if there is no such counter.
   * @example
   * await memcached.decrement('places', 2);
   */
  decrement(key: string, by?: number): Promise<void>;
  /**
   * Adds `by` to a counter, which starts from 0 and lives for `ttlSeconds` if there is none, and returns the new count.
   * @example
   * const asked = await memcached.count('asked:203.0.113.7', 1, 3600);
   */
  count(key: string, by: number, ttlSeconds: number): Promise<number>;
  /**
   * Removes a value, if there is one.
   * @example
   * await memcached.delete('race:17');
   */
  delete(key: string): Promise<void>;
  /**
   * For Cache: the value, and whether this caller alone is chosen to load or refresh it. One round trip when the value
   * is there, two when it is not.
   * @example
   * const { value, won, version } = await memcached.fetch('race:17', { vivifySeconds: 5, refreshBelowSeconds: 12 });
   * if (won) await memcached.replace('race:17', await load(), version, 60);
   */
  fetch(key: string, options: FetchOptions): Promise<Fetched>;
  /**
   * Closes all connections. Requests under way are rejected.
   * @example
   * memcached.close();
   */
  close(): void;
}

export interface Versioned {
  readonly value: Buffer;
  /** Memcached's compare-and-swap number (CAS). Every write changes it; it is comparable on one node only. */
  readonly version: string;
}

export interface FetchOptions {
  /** After a miss, how long the chosen caller may take before another is chosen. */
  readonly vivifySeconds: number;
  /** When the remaining time falls below this, one caller is chosen to refresh the value while it is still there. */
  readonly refreshBelowSeconds?: number;
}

export interface Fetched {
  readonly value?: Buffer | undefined;
  /** For `replace`: the chosen caller stores only over what was there when it was chosen, so not after a deletion. */
  readonly version: string;
  readonly won: boolean;
  /** How many seconds ago the value was last asked for; absent if never since it was stored. */
  readonly askedSecondsAgo?: number | undefined;
}

/**
 * `too-large`: nothing was stored. `timeout`, `connection`: a write may or may not have happened. `server`: the server
 * refused.
 */
export type MemcachedFailure = 'timeout' | 'connection' | 'server' | 'too-large';

/** Any failure of memcached. The caller decides whether to go on without it. */
export class MemcachedError extends Error implements Transient {
  override readonly name = 'MemcachedError';
  readonly transient = true;
  readonly kind: MemcachedFailure;

  constructor(kind: MemcachedFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
