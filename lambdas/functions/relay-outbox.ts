import { relayOutbox } from '../ledger/outbox';
import { outboxWorker } from '../ledger/outbox-worker';
import { instrument } from '../platform/observability';
import { openPostgres } from '../platform/postgres/open-postgres';
import { openQueue } from './wiring/open-queue';
import { readEnv } from './wiring/read-env';

const env = readEnv('relay-outbox');
const postgres = openPostgres(env.DATABASE_URL, { maxConnections: 1 });
const queues = {
  payments: openQueue(env.PAYMENTS_QUEUE_URL),
  mail: openQueue(env.MAIL_QUEUE_URL),
  'urgent-mail': openQueue(env.URGENT_MAIL_QUEUE_URL),
};

export const handler = instrument(
  'relay-outbox',
  outboxWorker((olderThanSeconds) => relayOutbox(postgres, queues, { olderThanSeconds })),
);
