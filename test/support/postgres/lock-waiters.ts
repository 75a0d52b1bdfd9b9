import type { Sql } from '../../../lambdas/platform/postgres/postgres';
import { until } from '../until';

/** How many transactions of this database wait for a lock of another one now. */
export const lockWaiters = async (sql: Sql): Promise<number> => {
  const [row] = await sql.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
  );
  return row?.n ?? 0;
};

/** Until somebody waits for a lock: a test that goes on after a fixed time passes too early on a busy machine. */
export const untilOneWaits = (sql: Sql): Promise<boolean> => until(async () => (await lockWaiters(sql)) > 0);
