import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Memcached } from '../memcached/memcached';
import { SingleFlight } from './flights';

/** A group as it is now. Another stamp is another group: nothing that was stored before is found. */
export interface Stamp {
  readonly text: string;
  /** In ms since the epoch; NaN when it cannot be told. */
  readonly madeAt: number;
}

interface Held {
  readonly stamp: Stamp;
  readonly until: number;
}

/** How long a process may not notice an invalidation. */
const stampHeldMs = 1000;
const stampTtlSeconds = 7 * 24 * 60 * 60;

const stampKey = (group: string) => `group:${group}`;

/** Random, so that no two processes ever make the same one. The time only tells how young it is. */
const newStamp = () => `${randomBytes(12).toString('base64url')}.${Date.now()}`;
const readStamp = (text: string): Stamp => ({ text, madeAt: Number(text.split('.')[1]) });

/** The stamps of groups, which lie in memcached. */
export class Groups {
  readonly #memcached: Memcached;
  readonly #held = new LRUCache<string, Held>({ max: 10_000 });
  readonly #flights = new SingleFlight();

  constructor(memcached: Memcached) {
    this.#memcached = memcached;
  }

  /** The stamp as it was a second ago at most. */
  held(group: string, now: number): Stamp | undefined {
    const held = this.#held.get(group);
    return held && now < held.until ? held.stamp : undefined;
  }

  /** `undefined`: memcached does not say. */
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

  /** Throws MemcachedError: then nobody knows whether the others will notice. */
  async renew(group: string): Promise<void> {
    try {
      this.#forget(group);
      await this.#memcached.set(stampKey(group), newStamp(), stampTtlSeconds);
    } finally {
      // Also what was read in between: it may be the old one still.
      this.#forget(group);
    }
  }

  async #ask(group: string): Promise<Stamp | undefined> {
    const key = stampKey(group);
    const found = await this.#memcached.get(key);
    if (found) return readStamp(found.toString());
    const made = newStamp();
    if (await this.#memcached.add(key, made, stampTtlSeconds)) return readStamp(made);
    const theirs = await this.#memcached.get(key);
    return theirs && readStamp(theirs.toString());
  }

  #forget(group: string): void {
    this.#held.delete(group);
    this.#flights.forget(group);
  }
}
