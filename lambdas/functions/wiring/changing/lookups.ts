import type { Cache } from '../../../platform/cache/cache';
import type { SessionCookie } from '../../../platform/http/session-cookie';
import type { Memcached } from '../../../platform/memcached/memcached';
import { log } from '../../../platform/observability';
import type { Sql } from '../../../platform/postgres/postgres';
import type { knownNames } from '../../../races/browse-races';
import { checkRegistered } from '../../../registration/show/check-registered';
import { checkRoutes } from '../../../registration/show/check-routes';
import { MemcachedCheckLimit, MemcachedRememberedRunners } from '../../../registration/show/memcached-outcomes';
import { CachedPeople, PostgresPeople } from '../../../registration/show/postgres-people';
import type { SignedTokens } from '../../../registration/signed-tokens';
import { PostgresWaitingRecords } from '../../../spots/waiting-list/postgres-waiting-records';
import { showWaiting } from '../../../spots/waiting-list/waiting-list';
import { showWaitingRoutes } from '../../../spots/waiting-list/waiting-routes';
import { now } from '../connections/clock';
import { receiptLookups } from './receipts';

interface Needs {
  readonly tokens: SignedTokens;
  readonly sessions: SessionCookie;
  readonly data: Memcached;
  readonly cache: Cache;
  readonly reader: Sql;
  readonly names: ReturnType<typeof knownNames>;
}

/** What people look up besides a registration: who of a group is registered, a place on the waiting list, a receipt. */
export const lookupRoutes = ({ tokens, sessions, data, cache, reader, names }: Needs) => {
  const check = checkRegistered({
    tokens,
    limit: new MemcachedCheckLimit(data),
    remembered: new MemcachedRememberedRunners(data),
    people: new CachedPeople(cache, new PostgresPeople(reader)),
    report: (error) =>
      log.warn('It is unknown whether somebody is registered already. The runner can continue.', {
        reason: String(error),
      }),
    now,
  });
  const show = showWaiting({
    readTicket: (token) => tokens.readTicket(token),
    records: new PostgresWaitingRecords(reader),
    now,
  });
  return {
    ...checkRoutes({ check, sessions }),
    ...receiptLookups({ tokens, sessions }, reader),
    ...showWaitingRoutes({ show, names, now }),
  };
};
