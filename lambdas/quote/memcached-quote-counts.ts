import type { Memcached } from '../platform/memcached/memcached';
import type { QuoteCounts } from './ports';

/** Longer than the longest hold. */
const countSeconds = 1500;
/** For each hold: a page that asks again every few seconds until the hold ends. */
const maxSpared = 300;

export class MemcachedQuoteCounts implements QuoteCounts {
  readonly #memcached: Pick<Memcached, 'count' | 'decrement'>;

  constructor(memcached: Pick<Memcached, 'count' | 'decrement'>) {
    this.#memcached = memcached;
  }

  countOneMore(registrationId: string) {
    return this.#memcached.count(`quotes:${registrationId}`, 1, countSeconds);
  }

  async spareOne(registrationId: string) {
    const spared = await this.#memcached.count(`spared-quotes:${registrationId}`, 1, countSeconds);
    if (spared <= maxSpared) await this.#memcached.decrement(`quotes:${registrationId}`);
  }
}
