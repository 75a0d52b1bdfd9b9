import pg from 'pg';
import * as v from 'valibot';
import { get } from '../../../loadtest/target/get';
import type { OwnSystem } from './own-system';

/** Counts by their names. They only grow. */
export type WorkCounts = Readonly<Record<string, number>>;

/** A statement, with what all its runs took. */
export interface StatementCount {
  readonly text: string;
  readonly calls: number;
  /** Milliseconds to plan and to run it. */
  readonly planMs: number;
  readonly runMs: number;
}

const queueCounts = v.object({
  requests: v.record(v.string(), v.number()),
  messages: v.record(v.string(), v.number()),
});

/** Polls of a queue that wait for messages are no work of a registration: their number depends on the time. */
const isPoll = (action: string) => action === 'ReceiveMessage' || action === 'GetQueueAttributes';

const named = (prefix: string, counts: Readonly<Record<string, number>>) =>
  Object.entries(counts).map(([name, count]): [string, number] => [`${prefix}${name}`, count]);

const queuesOf = async ({ system }: OwnSystem): Promise<readonly (readonly [string, number])[]> => {
  const { requests, messages } = await get(queueCounts, `${system.urls.queues}/local/counts`);
  return [
    ...named('message in ', messages),
    ...named('request to SQS: ', requests).filter(([name]) => !isPoll(name.slice(name.lastIndexOf(' ') + 1))),
  ];
};

/** Transactions and log of the whole server: nobody else uses it. */
const ofServer = `
  SELECT d.xact_commit + d.xact_rollback AS "transactions, and single statements", w.wal_records AS "records of the log",
    w.wal_fpi AS "whole pages in the log", w.wal_bytes::float8 / 1024 AS "KB of the log"
  FROM pg_stat_database d, pg_stat_wal w WHERE d.datname = current_database()`;

const ofTables = `
  SELECT relname, n_tup_ins::float8 AS inserted, n_tup_upd::float8 AS updated, n_tup_hot_upd::float8 AS hot, n_tup_del::float8 AS deleted
  FROM pg_stat_user_tables`;

const statements = `
  SELECT s.query AS text, s.calls::float8 AS calls, s.total_plan_time AS "planMs", s.total_exec_time AS "runMs"
  FROM pg_stat_statements s JOIN pg_roles r ON r.oid = s.userid WHERE r.rolname = 'registrar'`;

interface TableRow {
  readonly relname: string;
  readonly inserted: number;
  readonly updated: number;
  readonly hot: number;
  readonly deleted: number;
}

/** PostgreSQL publishes its counts up to a second late. */
const publishedMs = 1_500;

/** How many transactions the primary has made. */
export const readTransactions = async ({ system }: Pick<OwnSystem, 'system'>): Promise<number> => {
  await new Promise((resolve) => setTimeout(resolve, publishedMs));
  const client = new pg.Client({ connectionString: system.urls.ownerDatabase });
  await client.connect();
  try {
    const { rows } = await client.query<{ n: number }>(
      'SELECT (xact_commit + xact_rollback)::float8 AS n FROM pg_stat_database WHERE datname = current_database()',
    );
    return rows[0]?.n ?? Number.NaN;
  } finally {
    await client.end();
  }
};

/** The statements that the standby has run. */
export const readStandbyStatements = async ({
  system,
}: Pick<OwnSystem, 'system'>): Promise<readonly StatementCount[]> => {
  const { primary, standby } = system.ports;
  const client = new pg.Client({ connectionString: system.urls.ownerDatabase.replace(`:${primary}/`, `:${standby}/`) });
  await client.connect();
  try {
    return (await client.query<StatementCount>(statements)).rows;
  } finally {
    await client.end();
  }
};

const numbersIn = (row: object): [string, number][] =>
  Object.entries(row).map(([name, value]) => [name, Number(value)]);

/** What the parts of a system have done since they were started. */
export const readWorkCounts = async (
  own: OwnSystem,
): Promise<{ readonly counts: WorkCounts; readonly statements: readonly StatementCount[] }> => {
  await new Promise((resolve) => setTimeout(resolve, publishedMs));
  const client = new pg.Client({ connectionString: own.system.urls.ownerDatabase });
  await client.connect();
  try {
    const { rows: server } = await client.query<Record<string, unknown>>(ofServer);
    const { rows: tables } = await client.query<TableRow>(ofTables);
    const { rows: found } = await client.query<StatementCount>(statements);
    const rows = tables.flatMap(({ relname, inserted, updated, hot, deleted }): [string, number][] => [
      [`row of ${relname}, inserted`, inserted],
      [`row of ${relname}, updated in its page`, hot],
      [`row of ${relname}, updated with its indexes`, updated - hot],
      [`row of ${relname}, deleted`, deleted],
    ]);
    const counts = Object.fromEntries([...(await queuesOf(own)), ...numbersIn(server[0] ?? {}), ...rows]);
    return { counts, statements: found };
  } finally {
    await client.end();
  }
};
