import { openMemcached } from '../platform/memcached/open-memcached';
import { instrument, log } from '../platform/observability';
import { relayOutbox } from '../platform/outbox';
import { isDataFault } from '../platform/postgres/is-data-fault';
import { openPostgres } from '../platform/postgres/open-postgres';
import { openQueue } from '../platform/queue/queue';
import { uuid7 } from '../platform/uuid';
import { MemcachedOutcomes } from '../registration/memcached-outcomes';
import { PostgresRegistrations } from '../registration/postgres-registrations';
import { recordRegistrations } from '../registration/record-registrations';
import { registrationWorker } from '../registration/worker';
import { readEnv } from './read-env';

const env = readEnv('record-registrations');
const postgres = openPostgres(env.DATABASE_URL, { maxConnections: 1 });
const payments = openQueue(env.PAYMENTS_QUEUE_URL);

const record = recordRegistrations({
  registrations: new PostgresRegistrations(postgres, uuid7),
  outcomes: new MemcachedOutcomes(openMemcached(env.DATA_CACHE_URL)),
  relay: (ids) => relayOutbox(postgres, { payments }, { ids }),
  report: (error) => log.error('A registration could not be written, or was written and not passed on yet.', error),
  isPoison: isDataFault,
});

export const handler = instrument('record-registrations', registrationWorker(record));
