import type { Settings } from '../../../contract/settings';
import { MemcachedViewers } from '../../../feed/memcached-viewers';
import { PostgresFeedPages } from '../../../feed/postgres-feed-pages';
import { showFeed } from '../../../feed/show-feed';
import { log } from '../../../platform/observability';
import type { Postgres } from '../../../platform/postgres/postgres';
import { now } from '../connections/clock';
import { openMemcached } from '../connections/open-memcached';

/** The live feed, and the crowd of a race: those who follow it, and those who read live results. */
export const openFollowing = (env: Settings<'DATA_CACHE_URL'>, postgres: Postgres) =>
  showFeed({
    pages: new PostgresFeedPages(postgres),
    viewers: new MemcachedViewers(openMemcached(env.DATA_CACHE_URL), now),
    report: (error) => log.warn('Nobody knows how many follow.', { reason: String(error) }),
  });
