import { relayOutbox } from '../ledger/outbox';
import { giveToWaiting } from '../ledger/postgres-waiting-offers';
import { mailMessage } from '../mail/send/lanes';
import { PostgresFailedRefunds } from '../payment/reconcile/postgres-failed-refunds';
import { PostgresPayments } from '../payment/settle/postgres-payments';
import { recordSettlements } from '../payment/settle/record-settlements';
import { settlementWorker } from '../payment/settle/settlements-worker';
import { openMemcached } from '../platform/memcached/open-memcached';
import { instrument, log } from '../platform/observability';
import { openPostgres } from '../platform/postgres/open-postgres';
import { uuid7 } from '../platform/uuid';
import { MemcachedOutcomes } from '../registration/show/memcached-outcomes';
import { times } from '../spots/blocks/block';
import { openQueue } from './wiring/open-queue';
import { readEnv } from './wiring/read-env';

const env = readEnv('record-settlements');
const postgres = openPostgres(env.DATABASE_URL, { maxConnections: 1 });
const mail = openQueue(env.MAIL_QUEUE_URL);
const lanes = env.MAIL_LANES;

const record = recordSettlements({
  payments: new PostgresPayments({
    postgres,
    newId: uuid7,
    mailMessage: (order) => mailMessage(order, lanes),
    giveToWaiting: giveToWaiting({ newId: uuid7, mailMessage: (order) => mailMessage(order, lanes), times }),
  }),
  relay: (ids) => relayOutbox(postgres, { mail }, { ids }),
  announcements: new MemcachedOutcomes(openMemcached(env.DATA_CACHE_URL)),
  report: (error) => log.error('Written, but not passed on yet: the minute job does it.', error),
});

export const handler = instrument('record-settlements', settlementWorker(record, new PostgresFailedRefunds(postgres)));
