import { quoteRoutes } from '../quote/routes';
import { now } from './wiring/connections/clock';
import { countingCaches, openDataCache } from './wiring/connections/data-cache';
import { instrument } from './wiring/connections/observability';
import { openPostgres } from './wiring/connections/open-postgres';
import { openProofs } from './wiring/connections/proofs';
import { readEnv } from './wiring/connections/read-env';
import { openSessionPools } from './wiring/connections/sessions';
import { openQuoting } from './wiring/selling/quoting';
import { siteApi } from './wiring/selling/site-api';

const env = readEnv('quote-registration');
// Forms and people are found in milliseconds. While a database hangs, runners are told soon to ask again.
const reader = openPostgres(env.READER_URL, {
  maxConnections: 2,
  connectionTimeoutMs: 1500,
  statementTimeoutMs: 1500,
});
// Cutting a block takes milliseconds, too. One quote may want a shirt, a hoodie, a ticket and the use of a code. A process
// that answers many at once cuts for all sizes of a shirt.
const database = openPostgres(env.DATABASE_URL, {
  maxConnections: 8,
  connectionTimeoutMs: 1500,
  statementTimeoutMs: 1500,
});
const { data, cache, races } = openDataCache(env, reader);
const { tokens, sessions } = openProofs(env);
const quote = openQuoting({ tokens, races, cache, data, reader, database, pools: openSessionPools(env) });

export const handler = instrument(
  'quote-registration',
  countingCaches({ data, cache }, siteApi(env, quoteRoutes({ quote, sessions, now }))),
);
