import type { Memcached } from '../../platform/memcached/memcached';
import type { CheckLimit } from './ports';

/** Longer than the longest hold. */
const countSeconds = 1500;

export class MemcachedCheckLimit implements CheckLimit {
  readonly #memcached: Memcached;

  constructor(memcached: Memcached) {
    this.#memcached = memcached;
  }

  async countOneMore(registrationId: string) {
    const key = `checks:${registrationId}`;
    const count = await this.#memcached.increment(key);
    if (count !== undefined) return count;
    if (await this.#memcached.add(key, '1', countSeconds)) return 1;
    const second = await this.#memcached.increment(key);
    if (second === undefined) throw new Error(`the count of checks of ${registrationId} was lost while it was made`);
    return second;
  }
}
