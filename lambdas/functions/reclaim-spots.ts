import { giveToWaiting } from '../ledger/postgres-waiting-offers';
import { mailMessage } from '../mail/send/lanes';
import { openMemcached } from '../platform/memcached/open-memcached';
import { instrument } from '../platform/observability';
import { openPostgres } from '../platform/postgres/open-postgres';
import { uuid7 } from '../platform/uuid';
import { times } from '../spots/blocks/block';
import { MemcachedCounters } from '../spots/blocks/memcached-blocks';
import { PostgresLedger } from '../spots/blocks/postgres-ledger';
import { reclaimSpots } from '../spots/blocks/reclaim-spots';
import { reclaimWorker } from '../spots/blocks/worker';
import { askToConfirm, PostgresConfirmations } from '../spots/waiting-list/postgres-confirmations';
import { readEnv } from './wiring/read-env';

const env = readEnv('reclaim-spots');
const postgres = openPostgres(env.DATABASE_URL, { maxConnections: 1 });
const lanes = env.MAIL_LANES;

const ledger = new PostgresLedger({
  postgres,
  counters: new MemcachedCounters(openMemcached(env.DATA_CACHE_URL)),
  newId: uuid7,
  times,
  giveToWaiting: giveToWaiting({ newId: uuid7, times, mailMessage: (order) => mailMessage(order, lanes) }),
});

const asking = askToConfirm({ newId: uuid7, mailMessage: (order) => mailMessage(order, lanes) });
const confirmations = new PostgresConfirmations(postgres, asking);

export const handler = instrument('reclaim-spots', reclaimWorker(reclaimSpots({ ledger, confirmations })));
