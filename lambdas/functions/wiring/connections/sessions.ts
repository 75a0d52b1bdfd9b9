import type { Settings } from '../../../contract/settings';
import type { Cache } from '../../../platform/cache/cache';
import type { Memcached } from '../../../platform/memcached/memcached';
import { log } from '../../../platform/observability';
import type { Postgres } from '../../../platform/postgres/postgres';
import { MemcachedOutcomes } from '../../../registration/show/memcached-outcomes';
import { CachedEndedSessions } from '../../../sessions/cached-ended-sessions';
import { MemcachedDecisions, MemcachedSessions } from '../../../sessions/memcached-sessions';
import { PostgresEndedSessions } from '../../../sessions/postgres-ended-sessions';
import { endSession, keepDraft, rememberHold, showSession } from '../../../sessions/sessions';
import { now } from './clock';
import { openMemcached } from './open-memcached';

/** Two memcached clusters. Each has a copy of everything, because what they keep is nowhere else. */
export const openSessionPools = (env: Settings<'SESSION_A_CACHE_URL' | 'SESSION_B_CACHE_URL'>) =>
  [openMemcached(env.SESSION_A_CACHE_URL), openMemcached(env.SESSION_B_CACHE_URL)] as const;

interface Stores {
  readonly pools: ReturnType<typeof openSessionPools>;
  readonly data: Memcached;
  readonly cache: Cache;
  readonly database: Postgres;
}

/** What a browser's session has: its holds and its draft. Ended sessions are in the database. */
export const openSessions = ({ pools, data, cache, database }: Stores) => {
  const ended = new CachedEndedSessions(cache, new PostgresEndedSessions(database));
  const sessions = new MemcachedSessions({ pools, ended, now });
  return {
    show: showSession({ sessions, decisions: new MemcachedDecisions(new MemcachedOutcomes(data)), now }),
    keepDraft: keepDraft(sessions),
    end: endSession({ sessions, ended }),
    rememberHold: rememberHold({
      sessions,
      report: (error) => log.warn('A session could not remember a hold. The hold is valid.', { reason: String(error) }),
    }),
  };
};
