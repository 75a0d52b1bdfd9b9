import { lanesFrom, mailMessage } from '../mail/lanes';
import { PostgresFailedRefunds } from '../payment/postgres-failed-refunds';
import { PostgresPayments } from '../payment/postgres-payments';
import { recordSettlements } from '../payment/record-settlements';
import { settlementWorker } from '../payment/settlement-worker';
import { openMemcached } from '../platform/memcached/open-memcached';
import { instrument, log } from '../platform/observability';
import { relayOutbox } from '../platform/outbox';
import { openPostgres } from '../platform/postgres/open-postgres';
import { uuid7 } from '../platform/uuid';
import { MemcachedOutcomes } from '../registration/memcached-outcomes';
import { times } from '../spots/block';
import { giveToWaiting } from '../spots/postgres-waiting-offers';
import { openQueue } from './open-queue';
import { readEnv } from './read-env';

const env = readEnv('record-settlements');
const postgres = openPostgres(env.DATABASE_URL, { maxConnections: 1 });
const mail = openQueue(env.MAIL_QUEUE_URL);
const lanes = lanesFrom(env.MAIL_LANES);

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
