import { CachedFundraisers, fundraiserNews } from '../../../fundraisers/cached-fundraisers';
import { donorRoutes } from '../../../fundraisers/donor-routes';
import { hideDonor, ownDonation } from '../../../fundraisers/name-donor';
import { ownFundraiserRoutes } from '../../../fundraisers/own-routes';
import { PostgresDonorNames } from '../../../fundraisers/postgres-donor-names';
import { PostgresFundraiserRegister } from '../../../fundraisers/postgres-fundraiser-register';
import { PostgresFundraisers } from '../../../fundraisers/postgres-fundraisers';
import { hideFundraiser, ownFundraisers } from '../../../fundraisers/save-fundraiser';
import { Cache } from '../../../platform/cache/cache';
import type { Memcached } from '../../../platform/memcached/memcached';
import { log } from '../../../platform/observability';
import type { Postgres, Sql } from '../../../platform/postgres/postgres';
import { uuid7 } from '../../../platform/uuid';
import type { CachedRaces } from '../../../races/cached-races';
import { type AccessRequest, isOwner, type Owners } from '../../../registration/show/access';
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

/** The routes by which somebody who is registered collects, and says whether they are named where they gave. */
export const fundraising = ({ tokens, sessions, changes, postgres, data }: Collecting) => {
  const proven = { isOwner: (request: AccessRequest) => isOwner(tokens, changes, request) };
  const news = fundraiserNews(new Cache(data));
  const report = (error: unknown) =>
    log.warn('A fundraiser, or what it says of a donor, is saved; readers see it later.', { reason: String(error) });
  return {
    ...ownFundraiserRoutes({
      sessions,
      own: ownFundraisers({
        ...proven,
        register: new PostgresFundraiserRegister(postgres, uuid7),
        news,
        report,
      }),
    }),
    ...donorRoutes({
      sessions,
      donation: ownDonation({ ...proven, names: new PostgresDonorNames(postgres), news, report }),
    }),
  };
};

/** What a director does about fundraisers. `data`: where they are cached. */
export const openFundraiserCommands = (postgres: Postgres, data: Memcached) => {
  const news = fundraiserNews(new Cache(data));
  return {
    hideFundraiser: hideFundraiser({ register: new PostgresFundraiserRegister(postgres, uuid7), news }),
    hideDonor: hideDonor({ names: new PostgresDonorNames(postgres), news }),
  };
};
