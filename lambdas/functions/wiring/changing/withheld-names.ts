import type { Memcached } from '../../../platform/memcached/memcached';
import { log } from '../../../platform/observability';
import type { Postgres } from '../../../platform/postgres/postgres';
import { PostgresWithheldNames } from '../../../registration/change/postgres-withheld-names';
import { withheldNameRoutes } from '../../../registration/change/withheld-name-routes';
import { withholdName } from '../../../registration/change/withhold-name';
import type { Owners } from '../../../registration/show/access';
import { takeNameOut } from '../../../results/erase/postgres-name-erasures';
import { MemcachedTally } from '../../../spots/limits/memcached-tally';
import { now } from '../connections/clock';
import type { openProofs } from '../connections/proofs';

type Proofs = Pick<ReturnType<typeof openProofs>, 'tokens' | 'sessions'> & { readonly owners: Owners };

/** The route by which a runner takes their name out of results. The minute job of results sees to the files. */
export const withheldNames = ({ tokens, sessions, owners }: Proofs, postgres: Postgres, data: Memcached) =>
  withheldNameRoutes({
    sessions,
    withhold: withholdName({
      tokens,
      owners,
      names: new PostgresWithheldNames(postgres, takeNameOut),
      tally: new MemcachedTally(data, (error) =>
        log.warn('Names that are taken out could not be counted. Nobody is refused because of it.', {
          reason: String(error),
        }),
      ),
      now,
    }),
  });
