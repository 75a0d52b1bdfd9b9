import type { Transient } from '../retry';

/**
 * The few words of memcached this system speaks. Keys may be any text; times are in seconds, at most 30 days. Values are
 * views of the bytes as they came: whoever keeps one for long should copy it, or he keeps what came with it, up to 64 kB.
 */
export interface Memcached {
  /** `undefined` is a miss. A failure throws MemcachedError: it must never look like a miss. */
  get(key: string): Promise<Buffer | undefined>;
  set(key: string, value: string | Buffer, ttlSeconds: number): Promise<void>;
  /** `false`: the key exists already, and keeps its value. */
  add(key: string, value: string | Buffer, ttlSeconds: number): Promise<boolean>;
  /** The value with its version, for `replace`. `undefined` is a miss. */
  getVersioned(key: string): Promise<Versioned | undefined>;
  /** `false`: the value is not the one of this version any more, or is gone; nothing was stored. */
  replace(key: string, value: string | Buffer, version: string, ttlSeconds: number): Promise<boolean>;
  /** `undefined`: there is no such counter, and none was made. Thrown: nobody knows whether it was counted. */
  increment(key: string, by?: number): Promise<number | undefined>;
  /** So many less (1), but never below 0; nothing where there is no such counter. */
  decrement(key: string, by?: number): Promise<void>;
  /** So many more, from 0 where there is no such counter: what that makes. A new one lives so long from now. */
  count(key: string, by: number, ttlSeconds: number): Promise<number>;
  delete(key: string): Promise<void>;
  /**
   * For Cache: the value, and whether this caller alone won the right to (re)load it. One round trip when the value is
   * there, two when it is not.
   */
  fetch(key: string, options: FetchOptions): Promise<Fetched>;
  close(): void;
}

export interface Versioned {
  readonly value: Buffer;
  /** Memcached's compare-and-swap number: of this node, and changed by every write. */
  readonly version: string;
}

export interface FetchOptions {
  /** On a miss, how long the winner may take before another is allowed to win. */
  readonly vivifySeconds: number;
  /** Once fewer seconds than these are left, one caller wins although the value is there. */
  readonly refreshBelowSeconds?: number;
}

export interface Fetched {
  readonly value?: Buffer | undefined;
  /** For `replace`: with it a winner stores only over what was here when he won, so not after a deletion. */
  readonly version: string;
  readonly won: boolean;
  /** How many seconds ago anybody asked for the value before; absent when nobody has since it was stored. */
  readonly askedSecondsAgo?: number | undefined;
}

/** `too-large`: nothing was stored. `timeout`, `connection`: what became of a write is unknown. `server`: it said no. */
export type MemcachedFailure = 'timeout' | 'connection' | 'server' | 'too-large';

export class MemcachedError extends Error implements Transient {
  override readonly name = 'MemcachedError';
  readonly transient = true;
  readonly kind: MemcachedFailure;

  constructor(kind: MemcachedFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
