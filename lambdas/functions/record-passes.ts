import { passWorker } from '../line/draw/pass-worker';
import { PostgresPassRegister } from '../line/draw/postgres-pass-register';
import { instrument } from './wiring/connections/observability';
import { openPostgres } from './wiring/connections/open-postgres';
import { readEnv } from './wiring/connections/read-env';

const env = readEnv('record-passes');

export const handler = instrument(
  'record-passes',
  passWorker(new PostgresPassRegister(openPostgres(env.DATABASE_URL, { maxConnections: 1 }))),
);
