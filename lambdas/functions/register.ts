import { sessionRoutes } from '../sessions/routes';
import { spotRoutes } from '../spots/holds/routes';
import { cardTriesRoutes } from '../spots/limits/card-tries-routes';
import { now } from './wiring/connections/clock';
import { countingCaches, openDataCache } from './wiring/connections/data-cache';
import { instrument } from './wiring/connections/observability';
import { openPostgres } from './wiring/connections/open-postgres';
import { openProofs } from './wiring/connections/proofs';
import { readEnv } from './wiring/connections/read-env';
import { openSessionPools, openSessions } from './wiring/connections/sessions';
import { openAccess } from './wiring/selling/access';
import { openHolding } from './wiring/selling/holding';
import { siteApi } from './wiring/selling/site-api';

const env = readEnv('register');
const reader = openPostgres(env.READER_URL, { maxConnections: 1 });
// Cutting a block takes milliseconds. While the database hangs, a runner must be told soon to come back.
const database = openPostgres(env.DATABASE_URL, {
  maxConnections: 2,
  connectionTimeoutMs: 1500,
  statementTimeoutMs: 1500,
});
const { data, cache, races } = openDataCache(env, reader);
const pools = openSessionPools(env);
const { signer, tokens, sessions: cookies } = openProofs(env);

const { holdSpot, canary, givePermit, moreCardTries } = openHolding(env, {
  database,
  reader,
  data,
  cache,
  pools,
  races,
  signer,
  tokens,
});
const { rememberHold, ...sessions } = openSessions({ pools, data, cache, database });

const answer = siteApi(
  env,
  {
    ...spotRoutes({ holdSpot, canary, givePermit, sessions: cookies, rememberHold, now }),
    ...openAccess({ races, cache, data, reader, signer, sessions: cookies }),
    ...cardTriesRoutes({ moreCardTries, sessions: cookies }),
    ...sessionRoutes({ ...sessions, cookies, now }),
  },
  // Two seconds to be dealt a spot, and the rest for what comes before and after.
  { minRemainingMs: 3_500 },
);

export const handler = instrument('register', countingCaches({ data, cache }, answer));
