import { PostgresDisputes } from '../payment/disputes/postgres-disputes';
import { PostgresFailedRefunds } from '../payment/reconcile/postgres-failed-refunds';
import { PostgresPayments } from '../payment/settle/postgres-payments';
import { recordSettlements } from '../payment/settle/settlement';
import { settlementWorker } from '../payment/settle/worker';
import { MemcachedOutcomes } from '../registration/show/memcached-outcomes';
import { instrument, log } from './wiring/connections/observability';
import { openMemcached } from './wiring/connections/open-memcached';
import { openPostgres } from './wiring/connections/open-postgres';
import { outboxRelay } from './wiring/connections/queues';
import { readEnv } from './wiring/connections/read-env';
import { waitingOffers } from './wiring/mail/mail';

const env = readEnv('record-settlements');
const postgres = openPostgres(env.DATABASE_URL, { maxConnections: 1 });

const record = recordSettlements({
  payments: new PostgresPayments({ postgres, ...waitingOffers(env) }),
  relay: outboxRelay(postgres, env),
  announcements: new MemcachedOutcomes(openMemcached(env.DATA_CACHE_URL)),
  report: (error) =>
    log.error('Settlements are committed, but their messages are not sent yet. The minute job sends them.', error),
});

export const handler = instrument(
  'record-settlements',
  settlementWorker(record, new PostgresFailedRefunds(postgres), new PostgresDisputes(postgres)),
);
