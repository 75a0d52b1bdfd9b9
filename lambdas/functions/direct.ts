import { directWorker } from '../directing/worker';
import { openDataCache } from './wiring/connections/data-cache';
import { instrument } from './wiring/connections/observability';
import { openPostgres } from './wiring/connections/open-postgres';
import { readEnv } from './wiring/connections/read-env';
import { openCommands } from './wiring/console/commands';

const env = readEnv('direct');
const postgres = openPostgres(env.DATABASE_URL, { maxConnections: 1 });
const { data, races } = openDataCache(env, postgres);

// What these commands put in the outbox leaves with the minute job: no runner waits for it in front of a screen.
export const handler = instrument('direct', directWorker(openCommands(env, postgres, data, races)));
