import { PostgresWaitingList } from '../ledger/postgres-waiting-list';
import { isDataFault } from '../platform/retry';
import { recordRegistrations } from '../registration/record/record-registrations';
import { registrationWorker } from '../registration/record/worker';
import { MemcachedTally } from '../spots/limits/memcached-tally';
import { askToConfirm } from '../spots/waiting-list/postgres-confirmations';
import { cachedRegistrations } from './wiring/changing/changes';
import { openRegistrations } from './wiring/changing/writing';
import { instrument, log } from './wiring/connections/observability';
import { openMemcached } from './wiring/connections/open-memcached';
import { openPostgres } from './wiring/connections/open-postgres';
import { outboxRelay } from './wiring/connections/queues';
import { readEnv } from './wiring/connections/read-env';
import { waitingOffers } from './wiring/mail/mail';

const env = readEnv('record-registrations');
const postgres = openPostgres(env.DATABASE_URL, { maxConnections: 1 });
const data = openMemcached(env.DATA_CACHE_URL);
const orders = waitingOffers(env);

const record = recordRegistrations({
  registrations: openRegistrations(postgres, orders),
  waitingList: new PostgresWaitingList(postgres, askToConfirm(orders)),
  ...cachedRegistrations(data),
  unpaid: new MemcachedTally(data, (error) =>
    log.warn('A paid hold still counts as unpaid until its window ends.', { reason: String(error) }),
  ),
  relay: outboxRelay(postgres, env),
  report: (error) => log.error('A registration could not be recorded, or its messages are not sent yet.', error),
  isPoison: isDataFault,
  now: () => new Date(),
});

export const handler = instrument('record-registrations', registrationWorker(record));
