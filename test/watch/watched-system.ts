import { mailMessage } from '../../lambdas/domain/mail-order';
import type { Memcached } from '../../lambdas/platform/memcached/memcached';
import { openPostgres } from '../../lambdas/platform/postgres/open-postgres';
import { uuid7 } from '../../lambdas/platform/uuid';
import { findingsIn } from '../../lambdas/watch/differences';
import { lateAfterSeconds } from '../../lambdas/watch/figures';
import { MemcachedRemembered } from '../../lambdas/watch/memcached-remembered';
import { OutboxOrders } from '../../lambdas/watch/outbox-orders';
import { PostgresBooks } from '../../lambdas/watch/postgres-books';
import { watchInvariants } from '../../lambdas/watch/watch-invariants';
import { type FreshMemcached, freshMemcached, patientMemcached } from '../support/memcached';
import { openEmptiedDatabase } from '../support/postgres/emptied-database';
import { type MadeRace, makeRace } from '../support/races/race';

/**
 * A race of 20 spots, alone in its database, because the watch reads the whole of it; one memcached for all.
 */
export const openWatched = () => {
  let server: FreshMemcached;
  let memcached: Memcached;
  let race: MadeRace;
  const database = openEmptiedDatabase();
  const reported: unknown[] = [];

  beforeAll(async () => {
    server = await freshMemcached();
    memcached = patientMemcached(server.url);
  });
  afterAll(async () => {
    memcached.close();
    await server.stop();
  });
  beforeEach(async () => {
    race = await makeRace(database.postgres, { spots: 20 });
    reported.splice(0);
  });

  const change = (text: string, values: readonly unknown[] = []) => database.postgres.query(text, values);

  const pass = (cache: Memcached = memcached) =>
    watchInvariants({
      books: new PostgresBooks(database.postgres, lateAfterSeconds),
      remembered: new MemcachedRemembered(cache, () => new Date()),
      orders: new OutboxOrders({
        sql: database.postgres,
        newId: uuid7,
        mailMessage: (order) => mailMessage(order, 4),
      }),
      report: (error) => reported.push(error),
    })();

  /** A run that reads whole races, as every tenth does. */
  const watch = async (cache = memcached) => {
    await memcached.delete('repeated:comparison');
    const { measured, repaired } = await pass(cache);
    return { findings: findingsIn(measured), repaired };
  };

  return {
    get race() {
      return race;
    },
    get postgres() {
      return database.postgres;
    },
    get memcached() {
      return memcached;
    },
    reported,
    change,
    pass,
    watch,
    found: async () => (await watch()).findings.map(({ name, count }) => `${name} ${count}`),
    /** The messages on their way to the queues. */
    orders: () =>
      database.postgres.query<{ queue: string; message_group: string; body: Record<string, unknown> }>(
        'SELECT queue, message_group, body FROM outbox ORDER BY id',
      ),

    /** Rows that constraints forbid, as after a faulty repair by hand. */
    async againstTheRules(text: string, values: readonly unknown[]) {
      const superuser = openPostgres(database.superuserUrl, { maxConnections: 1 });
      await superuser.query('SET session_replication_role = replica');
      await superuser.query(text, values);
      await superuser.close();
    },

    /** A block that is dealt from now; resolves with its id. */
    async openBlock(numbers: readonly number[]): Promise<string> {
      const id = uuid7();
      await change(
        `INSERT INTO block (id, event_id, numbers, deal_until, closes_at)
         VALUES ($1, $2, $3, clock_timestamp() + interval '5 minutes', clock_timestamp() + interval '20 minutes')`,
        [id, race.eventId, numbers],
      );
      await change('UPDATE spot SET block = $2 WHERE event_id = $1 AND number = ANY ($3)', [race.eventId, id, numbers]);
      await change('UPDATE event SET current_block = $2 WHERE id = $1', [race.eventId, id]);
      return id;
    },
  };
};
