import type { Memcached } from '../platform/memcached/memcached';
import type { QuoteCounts } from './ports';

/** Longer than the longest hold. */
const countSeconds = 1500;

export class MemcachedQuoteCounts implements QuoteCounts {
  readonly #memcached: Pick<Memcached, 'count'>;

  constructor(memcached: Pick<Memcached, 'count'>) {
    this.#memcached = memcached;
  }

  countOneMore(registrationId: string) {
    return this.#memcached.count(`quotes:${registrationId}`, 1, countSeconds);
  }
}
