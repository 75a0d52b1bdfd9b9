import { CachedForms } from '../../../forms/cached-forms';
import { CachedTexts } from '../../../forms/cached-texts';
import { hiddenVariants } from '../../../forms/form-for';
import { PostgresForms } from '../../../forms/postgres-forms';
import { PostgresTexts } from '../../../forms/postgres-texts';
import { formRoutes } from '../../../forms/routes';
import { fundraiserRoutes } from '../../../fundraisers/routes';
import type { Cache } from '../../../platform/cache/cache';
import type { Memcached } from '../../../platform/memcached/memcached';
import type { Sql } from '../../../platform/postgres/postgres';
import type { CachedRaces } from '../../../races/cached-races';
import { CachedStock } from '../../../units/stock/cached-stock';
import { stockRoutes } from '../../../units/stock/routes';
import { showStock } from '../../../units/stock/show-stock';
import { openFundraisers } from './fundraisers';

interface Stores {
  readonly races: CachedRaces;
  readonly cache: Cache;
  readonly reader: Sql;
  readonly data: Memcached;
}

/** The routes of what a race asks for, of what is left of limited variants, and of those who collect. */
export const formPages = ({ races, cache, reader, data }: Stores) => {
  const forms = new CachedForms(cache, races, new PostgresForms(reader));
  const hidden = async (raceId: string): Promise<ReadonlySet<string>> => {
    const race = await races.find(raceId);
    if (race?.form === undefined || !race.events.some(({ isHidden }) => isHidden)) return new Set();
    const found = await forms.find(raceId, race.form);
    if (!found) throw new Error(`the form of ${raceId} is published and cannot be read`);
    return hiddenVariants(found.form);
  };
  return {
    ...formRoutes(forms, new CachedTexts(cache, races, new PostgresTexts(reader))),
    ...fundraiserRoutes(races, openFundraisers({ cache, races }, reader)),
    ...stockRoutes(showStock({ races, hidden, counts: new CachedStock(cache, reader, data) })),
  };
};
