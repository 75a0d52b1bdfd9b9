import * as v from 'valibot';
import type { Memcached } from '../../platform/memcached/memcached';
import { blockMessage, refusalMessage } from '../messages';
import { type Block, counterKey } from './block';
import type { Blocks, Counters, Refusal, Scarce } from './ports';

const blockCacheSeconds = 3600;
/** How long "nobody gets a spot now" is remembered. For at most this time a spot that came back is not seen. */
const refusalSeconds = 1;
const cutLockSeconds = 2;
const reclaimLockSeconds = 5;
const endLockSeconds = 60;

const cuttingKey = (eventId: string, left: string | undefined) => `cutting:${eventId}:${left ?? 'first'}`;

const refusedKey = (eventId: string, size: number) => `refused:${eventId}:${size}`;

export class MemcachedBlocks implements Blocks {
  readonly #memcached: Memcached;

  constructor(memcached: Memcached) {
    this.#memcached = memcached;
  }

  async current(eventId: string) {
    return this.#read(`block:${eventId}`, v.union([blockMessage, refusalMessage]));
  }

  async after(blockId: string) {
    return this.#read(`after:${blockId}`, blockMessage);
  }

  async follow(eventId: string, left: string | undefined, block: Block, when: 'now' | 'later') {
    const value = JSON.stringify(block);
    const writes: Promise<unknown>[] = [];
    // The first answer stays: a late one may name a block further on.
    if (left && left !== block.id) writes.push(this.#memcached.add(`after:${left}`, value, blockCacheSeconds));
    if (when === 'now') writes.push(this.#memcached.set(`block:${eventId}`, value, blockCacheSeconds));
    await Promise.all(writes);
  }

  refused(eventId: string, size: number) {
    return this.#read(refusedKey(eventId, size), refusalMessage);
  }

  remember(eventId: string, size: number, refusal: Refusal | Scarce) {
    // Only what is true for everybody is stored in the block's place: there may be no block for a group of eight, and
    // one for a single runner.
    const key = size === 1 ? `block:${eventId}` : refusedKey(eventId, size);
    return this.#memcached.set(key, JSON.stringify(refusal), refusalSeconds);
  }

  mayCut(eventId: string, left: string | undefined) {
    return this.#memcached.add(cuttingKey(eventId, left), '1', cutLockSeconds);
  }

  wasCut(eventId: string, left: string | undefined) {
    return this.#memcached.delete(cuttingKey(eventId, left));
  }

  mayEnd(blockId: string) {
    return this.#memcached.add(`ending:${blockId}`, '1', endLockSeconds);
  }

  mayReclaim(eventId: string) {
    return this.#memcached.add(`reclaiming:${eventId}`, '1', reclaimLockSeconds);
  }

  async #read<Out>(key: string, schema: v.GenericSchema<unknown, Out>): Promise<Out | undefined> {
    const value = await this.#memcached.get(key);
    return value && v.parse(schema, JSON.parse(value.toString()));
  }
}

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
