import { LRUCache } from 'lru-cache';
import type { Memcached } from '../memcached/memcached';
import { type Entry, entryOf, readEntry } from './entry';
import { limitTo } from './limit';

export interface CacheOptions {
  /** How much the process holds, by the length of the JSON. Default 16 MB. */
  readonly maxBytes?: number;
  /** How many loads run at once in this process; more wait. Default 8. */
  readonly maxLoads?: number;
  /** How long to wait for another process that is loading before loading too, in ms. Default 300. */
  readonly waitMs?: number;
}

export interface Freshness {
  /** How old a value may become, from the start of its load. */
  readonly freshSeconds: number;
  /** How much of that it may be served from the process without asking memcached. Default 1; 0 for never. */
  readonly processSeconds?: number;
}

interface Held {
  readonly value: unknown;
  readonly until: number;
  readonly size: number;
}

/** One search for a value, joined by everybody who asks meanwhile. */
interface Flight<T> {
  value: Promise<T> | undefined;
}

/** A winner that has not stored its value after this long is taken for dead. */
const vivifySeconds = 5;

/**
 * Process memory, then memcached, then `load`. Of many callers one loads: one in the process (the others share its flight)
 * and one in the fleet (memcached names the winner). A cache that fails only costs loads, and those are limited.
 * Values are JSON and come back as JSON would: frozen, without dates or classes, also on the first call.
 */
export class Cache {
  readonly #memcached: Memcached;
  readonly #held: LRUCache<string, Held>;
  readonly #flights = new Map<string, Flight<unknown>>();
  readonly #limited: ReturnType<typeof limitTo>;
  readonly #waitMs: number;

  constructor(memcached: Memcached, { maxBytes = 16 * 1024 * 1024, maxLoads = 8, waitMs = 300 }: CacheOptions = {}) {
    this.#memcached = memcached;
    this.#held = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ size }, key) => size + key.length + 64 });
    this.#limited = limitTo(maxLoads);
    this.#waitMs = waitMs;
  }

  /** What `load` throws reaches every caller that waited for it, and is not remembered. */
  async get<T>(key: string, load: () => Promise<T>, freshness: Freshness): Promise<T> {
    const held = this.#held.get(key);
    if (held && Date.now() < held.until) return held.value as T;

    const before = this.#flights.get(key);
    if (before) return before.value as Promise<T>;

    const flight: Flight<T> = { value: undefined };
    this.#flights.set(key, flight);
    flight.value = this.#fly(key, load, freshness, flight);
    return flight.value;
  }

  /** Forgets the value here and in memcached. Other processes forget it when their `processSeconds` are over. */
  async invalidate(key: string): Promise<void> {
    this.#held.delete(key);
    this.#flights.delete(key);
    await this.#memcached.delete(key);
  }

  async #fly<T>(key: string, load: () => Promise<T>, freshness: Freshness, flight: Flight<T>): Promise<T> {
    // An invalidation in the meantime takes the flight off the map: what it brings may be old, and is kept nowhere.
    const isCurrent = () => this.#flights.get(key) === flight;
    try {
      const entry = await this.#find(key, load, freshness, isCurrent);
      if (isCurrent()) this.#hold(key, entry, freshness);
      return entry.value;
    } finally {
      if (isCurrent()) this.#flights.delete(key);
    }
  }

  async #find<T>(
    key: string,
    load: () => Promise<T>,
    { freshSeconds }: Freshness,
    isCurrent: () => boolean,
  ): Promise<Entry<T>> {
    const refreshBelowSeconds = Math.floor(freshSeconds / 5);
    const giveUpAt = Date.now() + this.#waitMs;
    for (let pause = 10; ; pause = Math.min(pause * 2, 80)) {
      const { value, won, dead } = await this.#ask(key, refreshBelowSeconds);
      if (dead) return this.#load(key, load);
      const entry = value && readEntry<T>(key, value);
      if (entry && !won) return entry;
      if (won || value || Date.now() >= giveUpAt) {
        return this.#load(key, load).then(
          (loaded) => this.#store(key, loaded, freshSeconds, isCurrent),
          (error) => this.#makeDo(key, entry, error),
        );
      }
      await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random() / 2)));
    }
  }

  async #ask(key: string, refreshBelowSeconds: number) {
    try {
      return { ...(await this.#memcached.fetch(key, { vivifySeconds, refreshBelowSeconds })), dead: false };
    } catch {
      return { value: undefined, won: false, dead: true };
    }
  }

  #load<T>(key: string, load: () => Promise<T>): Promise<Entry<T>> {
    return this.#limited(async () => {
      const at = Date.now();
      return entryOf(key, await load(), at);
    });
  }

  async #store<T>(key: string, entry: Entry<T>, freshSeconds: number, isCurrent: () => boolean): Promise<Entry<T>> {
    if (!isCurrent()) return entry;
    const left = freshSeconds - (Date.now() - entry.at) / 1000;
    // The place kept for a value that cannot be stored is given up, or others would wait for it.
    await this.#memcached.set(key, entry.text, left).catch(() => this.#memcached.delete(key).catch(() => {}));
    return entry;
  }

  /** After a failed load: the old value while there is one; else the place is given up, for another to try. */
  async #makeDo<T>(key: string, old: Entry<T> | undefined, error: unknown): Promise<Entry<T>> {
    if (old) return old;
    await this.#memcached.delete(key).catch(() => {});
    throw error;
  }

  #hold<T>(key: string, { value, at, text }: Entry<T>, { freshSeconds, processSeconds = 1 }: Freshness): void {
    const until = Math.min(Date.now() + processSeconds * 1000, at + freshSeconds * 1000);
    if (until > Date.now()) this.#held.set(key, { value, until, size: text.length });
  }
}
