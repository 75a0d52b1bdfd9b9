import type { Settings } from '../../../contract/settings';
import type { Memcached } from '../../../platform/memcached/memcached';
import type { Postgres } from '../../../platform/postgres/postgres';
import { PostgresChanges } from '../../../registration/change/postgres-changes';
import { MemcachedOutcomes, MemcachedRememberedRunners } from '../../../registration/show/memcached-outcomes';
import { waitingOffers } from '../mail/mail';

/** What memcached knows of registrations, which must hear of every decision and change. */
export const cachedRegistrations = (data: Memcached) => ({
  outcomes: new MemcachedOutcomes(data),
  remembered: new MemcachedRememberedRunners(data),
});

/** Where registrations change: the database, and what the cache knows of them. */
export const openChanges = (env: Settings<'MAIL_LANES'>, postgres: Postgres, data: Memcached) => ({
  changes: new PostgresChanges({ postgres, ...waitingOffers(env) }),
  ...cachedRegistrations(data),
});
