import type { Memcached } from '../../../platform/memcached/memcached';
import type { QuoteCounts } from './quote-transfer';

const countSeconds = 86_400;

export class MemcachedTransferQuotes implements QuoteCounts {
  readonly #memcached: Pick<Memcached, 'count'>;

  constructor(memcached: Pick<Memcached, 'count'>) {
    this.#memcached = memcached;
  }

  countOneMore(offerId: string) {
    return this.#memcached.count(`transfer-quotes:${offerId}`, 1, countSeconds);
  }
}
