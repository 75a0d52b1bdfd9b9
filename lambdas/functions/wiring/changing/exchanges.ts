import type { Memcached } from '../../../platform/memcached/memcached';
import { log } from '../../../platform/observability';
import type { Postgres } from '../../../platform/postgres/postgres';
import { uuid7 } from '../../../platform/uuid';
import { exchangeItem } from '../../../registration/change/exchange-item';
import { exchangeRoutes } from '../../../registration/change/exchange-routes';
import { postgresExchanges } from '../../../registration/change/postgres-exchanges';
import type { openProofs } from '../connections/proofs';
import { fundraising } from '../selling/fundraisers';
import { teamChanges } from '../selling/teams';
import { cachedRegistrations } from './changes';

interface Stores extends Pick<ReturnType<typeof openProofs>, 'tokens' | 'sessions'> {
  readonly changes: Parameters<typeof exchangeItem>[0]['changes'];
  readonly postgres: Postgres;
  readonly data: Memcached;
}

/** The routes by which runners take another size, change the team that they run in, and collect for a cause. */
export const exchanges = ({ tokens, sessions, changes, postgres, data }: Stores) => ({
  ...teamChanges({ tokens, sessions }, postgres, data),
  ...fundraising({ tokens, sessions, changes, postgres, data }),
  ...exchangeRoutes({
    sessions,
    exchange: exchangeItem({
      tokens,
      changes,
      exchange: postgresExchanges(postgres, uuid7),
      outcomes: cachedRegistrations(data).outcomes,
      report: (error) => log.warn('An item is exchanged; readers see it later.', { reason: String(error) }),
    }),
  }),
});
