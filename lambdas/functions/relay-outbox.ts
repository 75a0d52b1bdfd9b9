import { relayOutbox } from '../ledger/outbox';
import { count, instrument, log } from './wiring/connections/observability';
import { openPostgres } from './wiring/connections/open-postgres';
import { outboxQueues } from './wiring/connections/queues';
import { readEnv } from './wiring/connections/read-env';

const env = readEnv('relay-outbox');
const postgres = openPostgres(env.DATABASE_URL, { maxConnections: 1 });
const queues = outboxQueues(env);

/** The function that wrote a younger message is still sending it. */
const minAgeSeconds = 20;

/** Runs on a schedule: sends the messages that a crash left in the outbox. */
export const handler = instrument('relay-outbox', async () => {
  const sent = await relayOutbox(postgres, queues, { olderThanSeconds: minAgeSeconds });
  if (sent === 0) return;
  log.info('Messages left behind were sent.', { messages: sent });
  count('OutboxRelayed', sent);
});
