import type { Memcached } from '../../platform/memcached/memcached';
import { permitLimits } from './permits';
import type { PermitCounts } from './ports';

export class MemcachedPermitCounts implements PermitCounts {
  readonly #memcached: Memcached;

  constructor(memcached: Memcached) {
    this.#memcached = memcached;
  }

  async isKnown(what: string) {
    return (await this.#memcached.get(knownKey(what))) !== undefined;
  }

  async know(what: string, seconds: number) {
    await this.#memcached.set(knownKey(what), '1', seconds);
  }

  async count(who: string) {
    const key = `permits:${who}`;
    const count = await this.#memcached.increment(key);
    if (count !== undefined) return count;
    if (await this.#memcached.add(key, '1', permitLimits.countedSeconds)) return 1;
    return (await this.#memcached.increment(key)) ?? 1;
  }
}

const knownKey = (what: string) => `permitted:${what}`;
