import { PostgresDayBook } from '../mail/send/postgres-mail-ledger';
import { reputationWorker } from '../mail/send/reputation-worker';
import { lateAfterSeconds } from '../watch/figures';
import { MemcachedRemembered } from '../watch/memcached-remembered';
import { OutboxOrders } from '../watch/outbox-orders';
import { PostgresBooks } from '../watch/postgres-books';
import { PostgresVerdicts } from '../watch/postgres-verdicts';
import { watchInvariants } from '../watch/watch-invariants';
import { watchWorker } from '../watch/worker';
import { now } from './wiring/connections/clock';
import { instrument, log } from './wiring/connections/observability';
import { openMemcached } from './wiring/connections/open-memcached';
import { openPostgres } from './wiring/connections/open-postgres';
import { readEnv } from './wiring/connections/read-env';
import { mailOrders } from './wiring/mail/mail';

const env = readEnv('watch-invariants');
const postgres = openPostgres(env.DATABASE_URL, { maxConnections: 1 });

const watchBooks = watchWorker(
  watchInvariants({
    books: new PostgresBooks(postgres, lateAfterSeconds),
    remembered: new MemcachedRemembered(openMemcached(env.DATA_CACHE_URL), now),
    orders: new OutboxOrders({ sql: postgres, ...mailOrders(env) }),
    report: (error) => log.warn('The cache did not answer the watch.', { reason: String(error) }),
  }),
  new PostgresVerdicts(postgres),
);
const watchMail = reputationWorker(new PostgresDayBook(postgres, now));

export const handler = instrument('watch-invariants', async () => {
  try {
    await watchBooks();
  } finally {
    await watchMail();
  }
});
