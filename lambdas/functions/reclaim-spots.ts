import { openMemcached } from '../platform/memcached/open-memcached';
import { instrument } from '../platform/observability';
import { openPostgres } from '../platform/postgres/open-postgres';
import { uuid7 } from '../platform/uuid';
import { times } from '../spots/block';
import { MemcachedCounters } from '../spots/memcached-counters';
import { PostgresLedger } from '../spots/postgres-ledger';
import { reclaimSpots } from '../spots/reclaim-spots';
import { reclaimWorker } from '../spots/worker';
import { readEnv } from './read-env';

const env = readEnv('reclaim-spots');
const postgres = openPostgres(env.DATABASE_URL, { maxConnections: 1 });
const counters = new MemcachedCounters(openMemcached(env.DATA_CACHE_URL));

export const handler = instrument(
  'reclaim-spots',
  reclaimWorker(reclaimSpots({ ledger: new PostgresLedger(postgres, counters, uuid7, times) })),
);
