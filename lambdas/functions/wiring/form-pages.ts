import { CachedForms } from '../../forms/cached-forms';
import { CachedTexts } from '../../forms/cached-texts';
import { PostgresForms } from '../../forms/postgres-forms';
import { PostgresTexts } from '../../forms/postgres-texts';
import { formRoutes } from '../../forms/routes';
import type { Cache } from '../../platform/cache/cache';
import type { Memcached } from '../../platform/memcached/memcached';
import type { Sql } from '../../platform/postgres/postgres';
import type { CachedRaces } from '../../races/cached-races';
import { CachedStock } from '../../units/stock/cached-stock';
import { stockRoutes } from '../../units/stock/routes';
import { showStock } from '../../units/stock/show-stock';

interface Stores {
  readonly races: CachedRaces;
  readonly cache: Cache;
  readonly reader: Sql;
  readonly data: Memcached;
}

/** The routes of what a race asks for, and of what is left of limited variants. */
export const formPages = ({ races, cache, reader, data }: Stores) => ({
  ...formRoutes(
    new CachedForms(cache, races, new PostgresForms(reader)),
    new CachedTexts(cache, races, new PostgresTexts(reader)),
  ),
  ...stockRoutes(showStock({ races, counts: new CachedStock(cache, reader, data) })),
});
