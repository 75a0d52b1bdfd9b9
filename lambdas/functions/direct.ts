import { PostgresExpectations } from '../capacity/postgres-openings';
import { directWorker } from '../directing/worker';
import { openCodeCommands } from './wiring/codes';
import { openDataCache } from './wiring/data-cache';
import { openDecisions, openRaceCommands } from './wiring/directing';
import { openForms } from './wiring/forms';
import { instrument } from './wiring/observability';
import { openPostgres } from './wiring/open-postgres';
import { readEnv } from './wiring/read-env';

const env = readEnv('direct');
const postgres = openPostgres(env.DATABASE_URL, { maxConnections: 1 });
const { data, races } = openDataCache(env, postgres);

// What these commands put in the outbox leaves with the minute job: no runner waits for it in front of a screen.
export const handler = instrument(
  'direct',
  directWorker({
    ...openRaceCommands(env, postgres, races),
    ...openDecisions(env, postgres, data),
    ...openForms(postgres, races),
    ...openCodeCommands(postgres, races),
    expectations: new PostgresExpectations(postgres),
  }),
);
