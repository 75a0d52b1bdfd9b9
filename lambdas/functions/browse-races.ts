import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import openapi from '../api/openapi.json';
import { Cache } from '../platform/cache/cache';
import { api } from '../platform/http/api';
import { openMemcached } from '../platform/memcached/open-memcached';
import { count, instrument } from '../platform/observability';
import { openPostgres } from '../platform/postgres/open-postgres';
import { reportGrowth } from '../platform/report-growth';
import { openSecret } from '../platform/secret';
import { browseRaces } from '../races/browse-races';
import { CachedRaces } from '../races/cached-races';
import { PostgresRaces } from '../races/postgres-races';
import { raceRoutes } from '../races/routes';
import { CachedSpotCounts } from '../spots/availability/cached-spot-counts';
import { cacheFigures } from './wiring/cache-figures';
import { readEnv } from './wiring/read-env';

const env = readEnv('browse-races');
const reader = openPostgres(env.READER_URL, { maxConnections: 2 });
const memcached = openMemcached(env.DATA_CACHE_URL);
const cache = new Cache(memcached);

const browse = browseRaces({
  races: new CachedRaces(cache, new PostgresRaces(reader)),
  spotCounts: new CachedSpotCounts(cache, reader, memcached),
  now: () => new Date(),
});

const reportCache = reportGrowth(cacheFigures(cache, memcached), count);

const answer = api(raceRoutes(browse, openapi), { originSecret: openSecret(env.ORIGIN_SECRET_ID) });

export const handler = instrument('browse-races', (event: APIGatewayProxyEventV2, context?: Context) => {
  reportCache();
  return answer(event, context);
});
