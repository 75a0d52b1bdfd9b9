import type { Memcached } from '../../platform/memcached/memcached';
import type { LinkLimit } from './ports';
import { linkWindowSeconds } from './resend-link';

export class MemcachedLinkLimit implements LinkLimit {
  readonly #memcached: Memcached;

  constructor(memcached: Memcached) {
    this.#memcached = memcached;
  }

  countOneMore(caller: string) {
    return this.#memcached.count(`link-requests:${caller}`, 1, linkWindowSeconds);
  }
}
