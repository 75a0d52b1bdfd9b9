import { CachedLines, ofRaces, remembering, ticking } from '../line/calling/cached-lines';
import { MemcachedShownCalls } from '../line/calling/memcached-shown-calls';
import { PostgresLineDocuments } from '../line/calling/postgres-line-documents';
import { lineRoutes } from '../line/calling/routes';
import { log } from '../platform/observability';
import { countingCaches, openDataCache } from './wiring/connections/data-cache';
import { instrument } from './wiring/connections/observability';
import { openPostgres } from './wiring/connections/open-postgres';
import { readEnv } from './wiring/connections/read-env';
import { openTick } from './wiring/selling/lines';
import { siteApi } from './wiring/selling/site-api';

const env = readEnv('show-line');
const database = openPostgres(env.DATABASE_URL, {
  maxConnections: 1,
  connectionTimeoutMs: 1500,
  statementTimeoutMs: 1500,
});
const { data, cache, races } = openDataCache(env, database);
const report = (error: unknown) => log.warn('A line stands still.', { reason: String(error) });

const tickAll = openTick(env, { writer: database, data, races, report });
const shownCalls = new MemcachedShownCalls(data);
const shown = remembering(
  ticking(tickAll, new PostgresLineDocuments(database), report),
  (lineId, calls) => shownCalls.keep(lineId, calls),
  report,
);
const lines = new CachedLines(cache, shown, 'shown');

export const handler = instrument(
  'show-line',
  countingCaches({ data, cache }, siteApi(env, lineRoutes(ofRaces(races, lines)))),
);
