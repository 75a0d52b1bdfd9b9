import { Cache } from '../platform/cache/cache';
import { openMemcached } from '../platform/memcached/open-memcached';
import { instrument } from '../platform/observability';
import { openPostgres } from '../platform/postgres/open-postgres';
import { sha256 } from '../platform/seal';
import { uuid7 } from '../platform/uuid';
import { CachedRaces } from '../races/cached-races';
import { createRace } from '../races/create-race';
import { directWorker } from '../races/direct-worker';
import { PostgresRaceRegister } from '../races/postgres-race-register';
import { PostgresRaces } from '../races/postgres-races';
import { readEnv } from './read-env';

const env = readEnv('direct');
const postgres = openPostgres(env.DATABASE_URL, { maxConnections: 1 });
const cache = new Cache(openMemcached(env.DATA_CACHE_URL));

export const handler = instrument(
  'direct',
  directWorker(
    createRace({
      register: new PostgresRaceRegister(postgres),
      news: new CachedRaces(cache, new PostgresRaces(postgres)),
      newId: uuid7,
      hash: sha256,
    }),
  ),
);
