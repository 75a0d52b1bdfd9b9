import type { Cache } from '../../../platform/cache/cache';
import type { Memcached } from '../../../platform/memcached/memcached';
import { log } from '../../../platform/observability';
import type { Postgres } from '../../../platform/postgres/postgres';
import { CachedOpenings, cachedSlow } from '../../../sales/cached-openings';
import { CachedSales } from '../../../sales/cached-sales';
import { lookAtOpening } from '../../../sales/look-at-opening';
import { PostgresOpeningFigures } from '../../../sales/postgres-opening-figures';
import { PostgresOpeningSamples } from '../../../sales/postgres-opening-samples';
import { PostgresSales } from '../../../sales/postgres-sales';

interface Needs {
  readonly reader: Postgres;
  readonly writer: Postgres;
  readonly data: Memcached;
  readonly cache: Cache;
}

/** What a race has sold, and how its opening goes: counted on the standby, once for all who look. */
export const openSales = ({ reader, writer, data, cache }: Needs) => {
  const figures = new PostgresOpeningFigures(reader, data);
  const samples = new PostgresOpeningSamples({ reader, writer });
  const look = lookAtOpening({
    figures,
    slow: cachedSlow(cache, figures),
    samples,
    report: (error) => log.warn('A sample of an opening was not kept.', { reason: String(error) }),
  });
  return {
    sales: new CachedSales(cache, new PostgresSales(reader, data)),
    openings: new CachedOpenings(cache, look, samples),
  };
};
