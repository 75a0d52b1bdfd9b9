import type { Settings } from '../../contract/settings';
import { type OutboxQueue, relayOutbox } from '../../ledger/outbox';
import type { Postgres } from '../../platform/postgres/postgres';
import type { Queue } from '../../platform/queue/queue';
import { openQueue } from './open-queue';

type Env = Partial<Settings<'PAYMENTS_QUEUE_URL' | 'MAIL_QUEUE_URL' | 'URGENT_MAIL_QUEUE_URL'>>;

/** The queues that a function may empty the outbox into: those whose URLs it has. */
export const outboxQueues = (env: Env): Partial<Record<OutboxQueue, Queue>> => ({
  ...(env.PAYMENTS_QUEUE_URL && { payments: openQueue(env.PAYMENTS_QUEUE_URL) }),
  ...(env.MAIL_QUEUE_URL && { mail: openQueue(env.MAIL_QUEUE_URL) }),
  ...(env.URGENT_MAIL_QUEUE_URL && { 'urgent-mail': openQueue(env.URGENT_MAIL_QUEUE_URL) }),
});

/** Sends the messages that a transaction has just left in the outbox, without waiting for the minute job. */
export const outboxRelay = (postgres: Postgres, env: Env) => {
  const queues = outboxQueues(env);
  return (ids: readonly string[]) => relayOutbox(postgres, queues, { ids });
};
