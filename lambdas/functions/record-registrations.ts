import { relayOutbox } from '../ledger/outbox';
import { PostgresWaitingList } from '../ledger/postgres-waiting-list';
import { mailMessage } from '../mail/send/lanes';
import { openMemcached } from '../platform/memcached/open-memcached';
import { instrument, log } from '../platform/observability';
import { openPostgres } from '../platform/postgres/open-postgres';
import { isDataFault } from '../platform/retry';
import { uuid7 } from '../platform/uuid';
import { attachRunner } from '../registration/record/postgres-late-submissions';
import { PostgresRegistrations } from '../registration/record/postgres-registrations';
import { recordRegistrations } from '../registration/record/record-registrations';
import { registrationWorker } from '../registration/record/worker';
import { MemcachedOutcomes } from '../registration/show/memcached-outcomes';
import { MemcachedRememberedRunners } from '../registration/show/memcached-remembered-runners';
import { MemcachedTally } from '../spots/limits/memcached-tally';
import { askToConfirm } from '../spots/waiting-list/postgres-confirmations';
import { openQueue } from './wiring/open-queue';
import { readEnv } from './wiring/read-env';

const env = readEnv('record-registrations');
const postgres = openPostgres(env.DATABASE_URL, { maxConnections: 1 });
const lanes = env.MAIL_LANES;
const data = openMemcached(env.DATA_CACHE_URL);
const queues = { payments: openQueue(env.PAYMENTS_QUEUE_URL), mail: openQueue(env.MAIL_QUEUE_URL) };

const record = recordRegistrations({
  registrations: new PostgresRegistrations({
    postgres,
    newId: uuid7,
    attachRunner: attachRunner({ newId: uuid7, mailMessage: (order) => mailMessage(order, lanes) }),
  }),
  waitingList: new PostgresWaitingList(
    postgres,
    askToConfirm({ newId: uuid7, mailMessage: (order) => mailMessage(order, lanes) }),
  ),
  outcomes: new MemcachedOutcomes(data),
  unpaid: new MemcachedTally(data, (error) =>
    log.warn('A hold was paid for and still counts as unpaid for a while.', { reason: String(error) }),
  ),
  remembered: new MemcachedRememberedRunners(data),
  relay: (ids) => relayOutbox(postgres, queues, { ids }),
  report: (error) => log.error('A registration could not be written, or was written and not passed on yet.', error),
  isPoison: isDataFault,
  now: () => new Date(),
});

export const handler = instrument('record-registrations', registrationWorker(record));
