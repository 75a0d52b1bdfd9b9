import { feedRoutes } from '../feed/routes';
import { instrument } from './wiring/connections/observability';
import { openPostgres } from './wiring/connections/open-postgres';
import { readEnv } from './wiring/connections/read-env';
import { openFollowing } from './wiring/race-day/following';
import { siteApi } from './wiring/selling/site-api';

const env = readEnv('read-feed');
const postgres = openPostgres(env.DATABASE_URL, { maxConnections: 1 });

export const handler = instrument('read-feed', siteApi(env, feedRoutes(openFollowing(env, postgres))));
