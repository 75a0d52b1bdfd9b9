import { MemcachedViewers } from '../feed/memcached-viewers';
import { PostgresFeedPages } from '../feed/postgres-feed-pages';
import { feedRoutes } from '../feed/routes';
import { showFeed } from '../feed/show-feed';
import { log } from '../platform/observability';
import { now } from './wiring/connections/clock';
import { instrument } from './wiring/connections/observability';
import { openMemcached } from './wiring/connections/open-memcached';
import { openPostgres } from './wiring/connections/open-postgres';
import { readEnv } from './wiring/connections/read-env';
import { siteApi } from './wiring/selling/site-api';

const env = readEnv('read-feed');
const pages = new PostgresFeedPages(openPostgres(env.DATABASE_URL, { maxConnections: 1 }));
const viewers = new MemcachedViewers(openMemcached(env.DATA_CACHE_URL), now);
const report = (error: unknown) => log.warn('Nobody knows how many follow.', { reason: String(error) });

export const handler = instrument('read-feed', siteApi(env, feedRoutes(showFeed({ pages, viewers, report }))));
