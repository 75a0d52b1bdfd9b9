import { PostgresDayBook } from '../mail/send/postgres-mail-ledger';
import { reputationWorker } from '../mail/send/reputation-worker';
import { lateAfterSeconds } from '../watch/figures';
import { MemcachedRemembered } from '../watch/memcached-remembered';
import { OutboxOrders } from '../watch/outbox-orders';
import { PostgresBooks } from '../watch/postgres-books';
import { watchInvariants } from '../watch/watch-invariants';
import { watchWorker } from '../watch/worker';
import { now } from './wiring/clock';
import { mailOrders } from './wiring/mail';
import { instrument, log } from './wiring/observability';
import { openMemcached } from './wiring/open-memcached';
import { openPostgres } from './wiring/open-postgres';
import { readEnv } from './wiring/read-env';

const env = readEnv('watch-invariants');
const postgres = openPostgres(env.DATABASE_URL, { maxConnections: 1 });

const watchBooks = watchWorker(
  watchInvariants({
    books: new PostgresBooks(postgres, lateAfterSeconds),
    remembered: new MemcachedRemembered(openMemcached(env.DATA_CACHE_URL), now),
    orders: new OutboxOrders({ sql: postgres, ...mailOrders(env) }),
    report: (error) => log.warn('The cache did not answer the watch.', { reason: String(error) }),
  }),
);
const watchMail = reputationWorker(new PostgresDayBook(postgres, now));

export const handler = instrument('watch-invariants', async () => {
  try {
    await watchBooks();
  } finally {
    await watchMail();
  }
});
