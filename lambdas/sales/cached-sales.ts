import type { Cache } from '../platform/cache/cache';
import { ofRace } from '../races/cached-races';
import type { SaleRange, Sales, SalesFigures } from './ports';

/** Counted every ten seconds at most, and only while somebody looks: one caller counts, and all others read the result. */
export class CachedSales implements SalesFigures {
  readonly #cache: Pick<Cache, 'get'>;
  readonly #sales: SalesFigures;

  constructor(cache: Pick<Cache, 'get'>, sales: SalesFigures) {
    this.#cache = cache;
    this.#sales = sales;
  }

  read(raceId: string, range: SaleRange): Promise<Sales | undefined> {
    const load = () => this.#sales.read(raceId, range);
    return this.#cache.get(`sales:${raceId}:${range}`, load, { ...ofRace(raceId), freshSeconds: 10 });
  }
}
