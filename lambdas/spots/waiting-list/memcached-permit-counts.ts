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

  count(who: string) {
    return this.#memcached.count(`permits:${who}`, 1, permitLimits.countedSeconds);
  }
}

const knownKey = (what: string) => `permitted:${what}`;
