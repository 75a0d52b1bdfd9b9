import { Pool } from 'pg';
import { inTransaction, type Run } from './in-transaction';
import { type PostgresOptions, poolConfig } from './pool-config';
import { type Postgres, type Sql, sqlStateOf, type TransactionOptions } from './postgres';

const maxRetries = 5;

/** A pool of connections to the database at `url` (see poolConfig). Connects at the first statement. */
export const openPostgres = (url: string, options: PostgresOptions = {}): Postgres => {
  const pool = new Pool(poolConfig(url, options));
  // When an idle connection breaks, the pool drops it and emits `error`. Without a listener that would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return new PooledPostgres(pool, options.statementTimeoutMs ?? 10_000);
};

class PooledPostgres implements Postgres {
  readonly #pool: Pool;
  readonly #statementTimeoutMs: number;

  constructor(pool: Pool, statementTimeoutMs: number) {
    this.#pool = pool;
    this.#statementTimeoutMs = statementTimeoutMs;
  }

  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    return this.#borrow(async (run) => (await run(text, values)).rows);
  }

  async transaction<T>(work: (sql: Sql) => Promise<T>, { retryOn = [] }: TransactionOptions = {}): Promise<T> {
    for (let retry = 0; ; retry++) {
      try {
        return await this.#borrow((run) => inTransaction(run, work));
      } catch (error) {
        const state = sqlStateOf(error);
        if (retry === maxRetries || state === undefined || !retryOn.includes(state)) throw error;
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** retry));
      }
    }
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  async #borrow<T>(work: (run: Run) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    let broken = false;
    const run: Run = async (text, values) => {
      if (broken) throw new Error('the connection to the database was lost in the middle of this work');
      try {
        return await inTime(client.query(text, values && [...values]), this.#statementTimeoutMs);
      } catch (error) {
        broken ||= !isRefusal(error);
        throw error;
      }
    };
    try {
      return await work(run);
    } finally {
      // A broken connection is discarded. After a timeout its statement may still be running.
      client.release(broken);
    }
  }
}

/**
 * Our own clock, for two reasons. SET statement_timeout would pin the connection to us in RDS Proxy. And the timeout of
 * pg would call an answer lost that arrived while our own process was stopped: such an answer is read before an
 * immediate runs.
 */
const inTime = <T>(answer: Promise<T>, ms: number): Promise<T> =>
  new Promise((resolve, reject) => {
    const late = setTimeout(() => setImmediate(reject, new Error('Query read timeout')), ms);
    answer.then(
      (result) => {
        clearTimeout(late);
        resolve(result);
      },
      (error) => {
        clearTimeout(late);
        reject(error);
      },
    );
  });

/** The database refused this statement; the connection still works. */
const isRefusal = (error: unknown): boolean => !/^(08|57P|25P03|25P04|$)/.test(sqlStateOf(error) ?? '');
