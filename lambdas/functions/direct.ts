import { directWorker } from '../directing/worker';
import { openCommands } from './wiring/commands';
import { openDataCache } from './wiring/data-cache';
import { instrument } from './wiring/observability';
import { openPostgres } from './wiring/open-postgres';
import { readEnv } from './wiring/read-env';

const env = readEnv('direct');
const postgres = openPostgres(env.DATABASE_URL, { maxConnections: 1 });
const { data, races } = openDataCache(env, postgres);

// What these commands put in the outbox leaves with the minute job: no runner waits for it in front of a screen.
export const handler = instrument('direct', directWorker(openCommands(env, postgres, data, races)));
