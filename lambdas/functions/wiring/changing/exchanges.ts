import { randomBytes } from 'node:crypto';
import { codeOf, foldCode } from '../../../codes/code';
import type { Settings } from '../../../contract/settings';
import type { Relay } from '../../../domain/outbox';
import type { Memcached } from '../../../platform/memcached/memcached';
import { log } from '../../../platform/observability';
import type { Postgres } from '../../../platform/postgres/postgres';
import { uuid7 } from '../../../platform/uuid';
import { deferRegistration } from '../../../registration/change/defer/defer-registration';
import { deferralRoutes } from '../../../registration/change/defer/deferral-routes';
import { PostgresDeferrals } from '../../../registration/change/defer/postgres-deferrals';
import { exchangeItem } from '../../../registration/change/exchange-item';
import { exchangeRoutes } from '../../../registration/change/exchange-routes';
import { postgresExchanges } from '../../../registration/change/postgres-exchanges';
import type { openProofs } from '../connections/proofs';
import { waitingOffers } from '../mail/mail';
import { fundraising } from '../selling/fundraisers';
import { teamChanges } from '../selling/teams';
import { cachedRegistrations } from './changes';
import { newCodePages } from './own-bibs';
import { withheldNames } from './withheld-names';

interface Stores extends Pick<ReturnType<typeof openProofs>, 'tokens' | 'sessions'> {
  readonly changes: Parameters<typeof exchangeItem>[0]['changes'];
  readonly postgres: Postgres;
  readonly data: Memcached;
  readonly env: Settings<'MAIL_LANES' | 'SIGNING_KEYS_SECRET_ID'>;
  readonly relay: Relay;
}

/**
 * The routes by which runners take another size, run another time, change their team, collect for a cause, take their name out of
 * results, and get a new check-in code.
 */
export const exchanges = ({ tokens, sessions, changes, postgres, data, env, relay }: Stores) => ({
  ...teamChanges({ tokens, sessions }, postgres, data),
  ...fundraising({ tokens, sessions, changes, postgres, data }),
  ...withheldNames({ tokens, sessions, owners: changes }, postgres, data),
  ...newCodePages(env, { tokens, sessions }, postgres),
  ...deferralRoutes({
    sessions,
    defer: deferRegistration({
      tokens,
      changes,
      deferrals: new PostgresDeferrals({
        postgres,
        ...waitingOffers(env),
        newCode: () => foldCode(codeOf(randomBytes(12))),
      }),
      ...cachedRegistrations(data),
      relay,
      report: (error) => log.error('A deferral is committed, but its messages are not sent yet.', error),
    }),
  }),
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
