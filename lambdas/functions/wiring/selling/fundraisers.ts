import { CachedFundraisers, fundraiserNews } from '../../../fundraisers/cached-fundraisers';
import { ownFundraiserRoutes } from '../../../fundraisers/own-routes';
import { PostgresFundraiserRegister } from '../../../fundraisers/postgres-fundraiser-register';
import { PostgresFundraisers } from '../../../fundraisers/postgres-fundraisers';
import { hideFundraiser, ownFundraisers } from '../../../fundraisers/save-fundraiser';
import { Cache } from '../../../platform/cache/cache';
import type { Memcached } from '../../../platform/memcached/memcached';
import { log } from '../../../platform/observability';
import type { Postgres, Sql } from '../../../platform/postgres/postgres';
import { uuid7 } from '../../../platform/uuid';
import type { CachedRaces } from '../../../races/cached-races';
import { isOwner, type Owners } from '../../../registration/show/access';
import type { openProofs } from '../connections/proofs';

interface Stores {
  readonly cache: Cache;
  readonly races: CachedRaces;
}

/** Fundraisers as everybody sees them. `database`: where they are loaded from. */
export const openFundraisers = ({ cache, races }: Stores, database: Sql) =>
  new CachedFundraisers(cache, races, new PostgresFundraisers(database));

interface Collecting extends Pick<ReturnType<typeof openProofs>, 'tokens' | 'sessions'> {
  readonly data: Memcached;
  readonly changes: Owners;
  readonly postgres: Postgres;
}

/** The routes by which somebody who is registered collects. */
export const fundraising = ({ tokens, sessions, changes, postgres, data }: Collecting) =>
  ownFundraiserRoutes({
    sessions,
    own: ownFundraisers({
      isOwner: (request) => isOwner(tokens, changes, request),
      register: new PostgresFundraiserRegister(postgres, uuid7),
      news: fundraiserNews(new Cache(data)),
      report: (error) => log.warn('A fundraiser is saved; readers see it later.', { reason: String(error) }),
    }),
  });

/** What a director does about fundraisers. `data`: where they are cached. */
export const openFundraiserCommands = (postgres: Postgres, data: Memcached) => ({
  hideFundraiser: hideFundraiser({
    register: new PostgresFundraiserRegister(postgres, uuid7),
    news: fundraiserNews(new Cache(data)),
  }),
});
