import { relayOutbox } from '../ledger/outbox';
import { outboxWorker } from '../ledger/outbox-worker';
import { instrument } from './wiring/observability';
import { openPostgres } from './wiring/open-postgres';
import { outboxQueues } from './wiring/queues';
import { readEnv } from './wiring/read-env';

const env = readEnv('relay-outbox');
const postgres = openPostgres(env.DATABASE_URL, { maxConnections: 1 });
const queues = outboxQueues(env);

export const handler = instrument(
  'relay-outbox',
  outboxWorker((olderThanSeconds) => relayOutbox(postgres, queues, { olderThanSeconds })),
);
