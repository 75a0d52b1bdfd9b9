import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Memcached } from '../memcached/memcached';
import { SingleFlight } from './single-flight';

/** The version of a group. After an invalidation the stamp is another one, and no value stored before is found. */
export interface Stamp {
  readonly text: string;
  /** In milliseconds since the epoch; NaN when unknown. */
  readonly madeAt: number;
}

interface Held {
  readonly stamp: Stamp;
  readonly until: number;
}

/** For how long a process may miss an invalidation. */
const stampHeldMs = 1000;
const stampTtlSeconds = 7 * 24 * 60 * 60;

const stampKey = (group: string) => `group:${group}`;

/** Random, so that no two processes make the same stamp. The time only tells its age. */
const newStamp = (madeAt: number) => `${randomBytes(12).toString('base64url')}.${madeAt}`;
const readStamp = (text: string): Stamp => ({ text, madeAt: Number(text.split('.')[1]) });

/** The stamps of groups, stored in memcached. */
export class Groups {
  readonly #memcached: Memcached;
  readonly #held = new LRUCache<string, Held>({ max: 10_000 });
  readonly #flights = new SingleFlight();

  constructor(memcached: Memcached) {
    this.#memcached = memcached;
  }

  /** The stamp this process holds, at most a second old. */
  held(group: string, now: number): Stamp | undefined {
    const held = this.#held.get(group);
    return held && now < held.until ? held.stamp : undefined;
  }

  /** `undefined`: memcached does not answer. */
  read(group: string): Promise<Stamp | undefined> {
    return (
      this.#flights.join<Stamp | undefined>(group) ??
      this.#flights.start(group, async (isCurrent) => {
        const until = Date.now() + stampHeldMs;
        const stamp = await this.#ask(group).catch(() => undefined);
        if (stamp && isCurrent()) this.#held.set(group, { stamp, until });
        return stamp;
      })
    );
  }

  /**
   * Throws MemcachedError: then other processes may or may not see the invalidation. `madeAt`: in milliseconds since the epoch; 0 for a
   * group whose values are gone for good.
   */
  async renew(group: string, madeAt = Date.now()): Promise<void> {
    try {
      this.#forget(group);
      await this.#memcached.set(stampKey(group), newStamp(madeAt), stampTtlSeconds);
    } finally {
      // Also forgets a stamp that was read meanwhile: it may be the old one.
      this.#forget(group);
    }
  }

  /**
   * When the stamp that memcached has now was made, in milliseconds since the epoch. `undefined`: there is none, and none is made.
   * Throws MemcachedError.
   */
  async madeAt(group: string): Promise<number | undefined> {
    const found = await this.#memcached.get(stampKey(group));
    return found && readStamp(found.toString()).madeAt;
  }

  async #ask(group: string): Promise<Stamp | undefined> {
    const key = stampKey(group);
    const found = await this.#memcached.get(key);
    if (found) return readStamp(found.toString());
    const made = newStamp(Date.now());
    if (await this.#memcached.add(key, made, stampTtlSeconds)) return readStamp(made);
    const theirs = await this.#memcached.get(key);
    return theirs && readStamp(theirs.toString());
  }

  #forget(group: string): void {
    this.#held.delete(group);
    this.#flights.forget(group);
  }
}
