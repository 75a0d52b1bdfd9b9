import { count, log } from '../platform/observability';
import { relayOutbox } from './outbox';
import type { Postgres } from '../platform/postgres/postgres';

/** The function that wrote a younger message is still sending it. */
const minAgeSeconds = 20;

/** Runs on a schedule: sends the messages that a crash left in the outbox. */
export const outboxWorker = (postgres: Postgres, queues: Parameters<typeof relayOutbox>[1]) => async () => {
  const sent = await relayOutbox(postgres, queues, { olderThanSeconds: minAgeSeconds });
  if (sent === 0) return;
  log.info('Messages left behind were sent.', { messages: sent });
  count('OutboxRelayed', sent);
};
