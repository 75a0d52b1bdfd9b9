import type { Memcached } from '../../platform/memcached/memcached';
import type { Counters } from '../ports';

/** The key of a block's counter, also for readers that only want to know how far the block is dealt. */
export const counterKey = (blockId: string) => `dealt:${blockId}`;

/** Longer than any block is dealt from. A counter that ends early only loses the rest of its block. */
const lifetimeSeconds = 3600;

export class MemcachedCounters implements Counters {
  readonly #memcached: Memcached;

  constructor(memcached: Memcached) {
    this.#memcached = memcached;
  }

  async open(blockId: string) {
    if (!(await this.#memcached.add(counterKey(blockId), '0', lifetimeSeconds)))
      throw new Error(`block ${blockId} has a counter already: its numbers could be dealt twice`);
  }

  // Counts up, not down: memcached's `decr` stops at zero, so the last spot and no spot would look alike.
  next(blockId: string, size = 1) {
    return this.#memcached.increment(counterKey(blockId), size);
  }
}
