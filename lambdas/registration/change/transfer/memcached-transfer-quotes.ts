import type { Memcached } from '../../../platform/memcached/memcached';
import type { QuoteCounts } from './quote-transfer';

const countSeconds = 86_400;

export class MemcachedTransferQuotes implements QuoteCounts {
  readonly #memcached: Pick<Memcached, 'count' | 'decrement'>;

  constructor(memcached: Pick<Memcached, 'count' | 'decrement'>) {
    this.#memcached = memcached;
  }

  countOneMore(offerId: string) {
    return this.#memcached.count(keyOf(offerId), 1, countSeconds);
  }

  spareOne(offerId: string) {
    return this.#memcached.decrement(keyOf(offerId));
  }
}

const keyOf = (offerId: string) => `transfer-quotes:${offerId}`;
