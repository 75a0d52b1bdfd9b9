import type { Settings } from '../../../contract/settings';
import { type OutboxQueue, type Put, relayPut } from '../../../ledger/outbox';
import type { SettlementQueue } from '../../../payment/ports';
import type { Postgres } from '../../../platform/postgres/postgres';
import { openSqs } from '../../../platform/queue/call-sqs';
import { openQueue as openQueueWith, type Queue } from '../../../platform/queue/queue';

/**
 * Uses what AWS sets in every function's environment, in the same way as its SDK: region, credentials, and the endpoint
 * where it is not AWS's own.
 */
export const openQueue = (url: string): Queue => openQueueWith(url, openSqs(url, process.env));

/** What the processor did, on its way to the database. */
export const settlementQueue = (queue: Queue): SettlementQueue => ({
  send: (settlements) => queue.sendAll(settlements.map((body) => ({ body }))),
});

type Env = Partial<
  Settings<'PAYMENTS_QUEUE_URL' | 'MAIL_QUEUE_URL' | 'URGENT_MAIL_QUEUE_URL' | 'PUBLICATIONS_QUEUE_URL'>
>;

/** The queues that a function may empty the outbox into: those whose URLs it has. */
export const outboxQueues = (env: Env): Partial<Record<OutboxQueue, Queue>> => ({
  ...(env.PAYMENTS_QUEUE_URL && { payments: openQueue(env.PAYMENTS_QUEUE_URL) }),
  ...(env.MAIL_QUEUE_URL && { mail: openQueue(env.MAIL_QUEUE_URL) }),
  ...(env.URGENT_MAIL_QUEUE_URL && { 'urgent-mail': openQueue(env.URGENT_MAIL_QUEUE_URL) }),
  ...(env.PUBLICATIONS_QUEUE_URL && { publications: openQueue(env.PUBLICATIONS_QUEUE_URL) }),
});

/** Sends the messages that a transaction has just left in the outbox, without waiting for the minute job. */
export const outboxRelay = (postgres: Postgres, env: Env) => {
  const queues = outboxQueues(env);
  return (put: readonly Put[]) => relayPut(postgres, queues, put);
};
