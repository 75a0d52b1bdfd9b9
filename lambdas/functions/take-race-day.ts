import { MemcachedKeyPace } from '../api-keys/memcached-key-pace';
import { sha256 } from '../platform/signed-tokens';
import { uuid7 } from '../platform/uuid';
import { PostgresResultBatches } from '../results/take/postgres-result-batches';
import { takeTimes } from '../results/take/take-times';
import { timesRoutes } from '../results/take/times-routes';
import { now } from './wiring/connections/clock';
import { instrument, log } from './wiring/connections/observability';
import { openMemcached } from './wiring/connections/open-memcached';
import { openPostgres } from './wiring/connections/open-postgres';
import { readEnv } from './wiring/connections/read-env';
import { openLiveTicks } from './wiring/race-day/live-ticks';
import { publishing } from './wiring/race-day/publishing';
import { siteApi } from './wiring/selling/site-api';

const env = readEnv('take-race-day');
const postgres = openPostgres(env.DATABASE_URL, { maxConnections: 1, statementTimeoutMs: 5000 });
const data = openMemcached(env.DATA_CACHE_URL);
const pace = new MemcachedKeyPace(data, now, (error) => log.error('How often keys are used was not counted.', error));
const batches = new PostgresResultBatches({ postgres, hash: sha256, newId: uuid7, now, orderTick: openLiveTicks(env) });

export const handler = instrument(
  'take-race-day',
  siteApi(env, {
    ...timesRoutes(takeTimes({ batches, pace, newId: uuid7 })),
    ...publishing(postgres, data, pace),
  }),
);
