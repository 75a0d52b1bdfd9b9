import { count, instrument, log } from '../platform/observability';
import { relayOutbox } from '../platform/outbox';
import { openPostgres } from '../platform/postgres/open-postgres';
import { openQueue } from '../platform/queue/queue';
import { readEnv } from './read-env';

const env = readEnv('relay-outbox');
const postgres = openPostgres(env.DATABASE_URL, { maxConnections: 1 });
const queues = {
  payments: openQueue(env.PAYMENTS_QUEUE_URL),
  mail: openQueue(env.MAIL_QUEUE_URL),
  'urgent-mail': openQueue(env.URGENT_MAIL_QUEUE_URL),
};

/** What is younger than this is still being sent by the function that wrote it; in seconds. */
const age = 20;

export const handler = instrument('relay-outbox', async () => {
  const left = await relayOutbox(postgres, queues, { olderThanSeconds: age });
  if (left === 0) return;
  log.info('Messages left behind were sent.', { messages: left });
  count('OutboxRelayed', left);
});
