import type { Memcached } from '../../platform/memcached/memcached';
import type { LinkLimit } from '../ports';
import { linkWindowSeconds } from './resend-link';

export class MemcachedLinkLimit implements LinkLimit {
  readonly #memcached: Memcached;

  constructor(memcached: Memcached) {
    this.#memcached = memcached;
  }

  async countOneMore(caller: string) {
    const key = `link-requests:${caller}`;
    const count = await this.#memcached.increment(key);
    if (count !== undefined) return count;
    if (await this.#memcached.add(key, '1', linkWindowSeconds)) return 1;
    return (await this.#memcached.increment(key)) ?? 1;
  }
}
