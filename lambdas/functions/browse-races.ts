import openapi from '../api/openapi.json';
import { Cache } from '../platform/cache/cache';
import { api } from '../platform/http/api';
import { openMemcached } from '../platform/memcached/open-memcached';
import { instrument } from '../platform/observability';
import { openPostgres } from '../platform/postgres/open-postgres';
import { openSecret } from '../platform/secret';
import { browseRaces } from '../races/browse-races';
import { CachedRaces } from '../races/cached-races';
import { CachedSpotCounts } from '../races/cached-spot-counts';
import { PostgresRaces } from '../races/postgres-races';
import { raceRoutes } from '../races/routes';
import { readEnv } from './read-env';

const env = readEnv('browse-races');
const reader = openPostgres(env.READER_URL, { maxConnections: 2 });
const memcached = openMemcached(env.DATA_CACHE_URL);
const cache = new Cache(memcached);

const browse = browseRaces({
  races: new CachedRaces(cache, new PostgresRaces(reader)),
  spotCounts: new CachedSpotCounts(cache, reader, memcached),
  now: () => new Date(),
});

export const handler = instrument(
  'browse-races',
  api(raceRoutes(browse, openapi), { originSecret: openSecret(env.ORIGIN_SECRET_ID) }),
);
