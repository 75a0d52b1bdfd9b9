import { CachedLines, ticking } from '../line/calling/cached-lines';
import { MemcachedLineCounts } from '../line/calling/memcached-line-counts';
import { PostgresLineDocuments } from '../line/calling/postgres-line-documents';
import { PostgresTicks } from '../line/calling/postgres-ticks';
import { lineRoutes } from '../line/calling/routes';
import { tick } from '../line/calling/tick';
import { log } from '../platform/observability';
import { countingCaches, openDataCache } from './wiring/connections/data-cache';
import { instrument } from './wiring/connections/observability';
import { openPostgres } from './wiring/connections/open-postgres';
import { openQueue } from './wiring/connections/queues';
import { readEnv } from './wiring/connections/read-env';
import { siteApi } from './wiring/selling/site-api';

const env = readEnv('show-line');
const database = openPostgres(env.DATABASE_URL, {
  maxConnections: 1,
  connectionTimeoutMs: 1500,
  statementTimeoutMs: 1500,
});
const { data, cache, races } = openDataCache(env, database);
const work = openQueue(env.LINE_WORK_QUEUE_URL);
const report = (error: unknown) => log.warn('A line stands still.', { reason: String(error) });

const tickAll = tick({
  ticks: new PostgresTicks(database),
  counts: new MemcachedLineCounts(data),
  rateMax: env.LINE_RATE_MAX,
  order: (body) => work.send({ body }),
  changed: (raceId) => races.changed(raceId),
  report,
});
const lines = new CachedLines(cache, ticking(tickAll, new PostgresLineDocuments(database), report), 'shown');

export const handler = instrument('show-line', countingCaches({ data, cache }, siteApi(env, lineRoutes(lines))));
