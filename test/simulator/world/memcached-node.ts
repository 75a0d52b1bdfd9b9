import { type Memcached, MemcachedError } from '../../../lambdas/platform/memcached/memcached';
import type { Machine, Way, World } from './machine';

interface Item {
  readonly value: string;
  readonly until: number;
  readonly version: number;
}

export const oldData = 'the cache is back with old data';

/** One memcached node, with everything that may happen to its data. */
export class MemcachedNode {
  readonly #world: World;
  readonly #name: string;
  readonly #way: Way;
  #items = new Map<string, Item>();
  #writes = 0;

  constructor(world: World, name: 'data' | 'session-a' | 'session-b') {
    this.#world = world;
    this.#name = name;
    this.#way = {
      latency: [0, 3],
      timeoutMs: 100,
      isInOrder: true,
      down: name === 'data' ? 'cache-down' : 'sessions-down',
      silent: name === 'data' ? 'cache-silent' : 'session-silent',
      ...(name === 'data' && { answerLost: 'cache-answer-lost' as const }),
      failure: (why) => new MemcachedError(why === 'down' ? 'connection' : 'timeout', `${name} does not answer`),
    };
    if (name !== 'data') return;
    const { faultPlan, time, random } = world;
    faultPlan.each('cache-flush', () => this.#items.clear());
    faultPlan.each('cache-old-data', () => {
      // A node that was cut off comes back with its old data, and may go again, like a ring that flips.
      let other = new Map(this.#items);
      for (let flips = random.whole(1, 4), at = 0; flips > 0; flips--) {
        at += random.whole(1000, random.pick([5_000, 30_000, 600_000]));
        time.quietly(at, () => {
          [this.#items, other] = [other, this.#items];
          world.history.add({ kind: 'note', about: oldData });
        });
      }
    });
  }

  /** The client of one process. */
  client(machine: Machine): Memcached {
    const ask = <T>(verb: string, key: string, effect: () => T) =>
      machine.call(`${this.#name} ${verb} ${key}`, this.#way, effect);
    return {
      get: (key) =>
        ask('get', key, () => {
          const item = this.#find(key);
          return item && Buffer.from(item.value);
        }),
      set: (key, value, seconds) => ask('set', key, () => this.#put(key, String(value), seconds)),
      add: (key, value, seconds) =>
        ask('add', key, () => {
          if (this.#find(key)) return false;
          this.#put(key, String(value), seconds);
          return true;
        }),
      getVersioned: (key) =>
        ask('get', key, () => {
          const item = this.#find(key);
          return item && { value: Buffer.from(item.value), version: String(item.version) };
        }),
      replace: (key, value, version, seconds) =>
        ask('replace', key, () => {
          if (String(this.#find(key)?.version) !== version) return false;
          this.#put(key, String(value), seconds);
          return true;
        }),
      increment: (key, by = 1) => ask('increment', key, () => this.#count(key, by)),
      decrement: (key, by = 1) => ask('decrement', key, () => void this.#count(key, -by)),
      count: (key, by, seconds) =>
        ask('count', key, () => {
          const counted = this.#count(key, by);
          if (counted === undefined) this.#put(key, String(by), seconds);
          return counted ?? by;
        }),
      delete: (key) => ask('delete', key, () => void this.#items.delete(key)),
      fetch: () => Promise.reject(new Error('nobody in the simulated world uses fetch')),
      close: () => undefined,
    };
  }

  #find(key: string): Item | undefined {
    const item = this.#items.get(key);
    if (!item || item.until <= this.#world.time.now) return undefined;
    if (this.#name === 'data' && this.#world.faultPlan.strikes('cache-key-lost', key)) {
      this.#items.delete(key);
      return undefined;
    }
    return item;
  }

  #put(key: string, value: string, seconds: number): void {
    this.#items.set(key, { value, until: this.#world.time.now + seconds * 1000, version: ++this.#writes });
  }

  #count(key: string, by: number): number | undefined {
    const item = this.#find(key);
    if (!item) return undefined;
    const value = Math.max(0, Number(item.value) + by);
    this.#items.set(key, { value: String(value), until: item.until, version: ++this.#writes });
    return value;
  }
}
