import { PostgresWebhookLog } from '../webhooks/postgres-webhook-log';
import { webhookResultWorker } from '../webhooks/worker';
import { instrument } from './wiring/connections/observability';
import { openPostgres } from './wiring/connections/open-postgres';
import { readEnv } from './wiring/connections/read-env';

const env = readEnv('record-webhooks');

export const handler = instrument(
  'record-webhooks',
  webhookResultWorker(new PostgresWebhookLog(openPostgres(env.DATABASE_URL, { maxConnections: 1 }))),
);
