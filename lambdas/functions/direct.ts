import { openDataCache } from './wiring/connections/data-cache';
import { instrument } from './wiring/connections/observability';
import { openPostgres } from './wiring/connections/open-postgres';
import { readEnv } from './wiring/connections/read-env';
import { openDirect } from './wiring/console/direct';

const env = readEnv('direct');
const postgres = openPostgres(env.DATABASE_URL, { maxConnections: 1 });
const { data, races } = openDataCache(env, postgres);

// What these commands put in the outbox leaves with the minute job: no runner waits for it in front of a screen.
export const handler = instrument('direct', openDirect(env, postgres, data, races));
