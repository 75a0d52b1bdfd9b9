import { Pool } from 'pg';
import { inTransaction, type Run } from './in-transaction';
import { type PostgresOptions, poolConfig } from './pool-config';
import { type Postgres, type Sql, sqlStateOf, type TransactionOptions } from './postgres';

const retries = 5;

/** A pool of connections to the database at `url` (see poolConfig). Connects at the first statement. */
export const openPostgres = (url: string, options: PostgresOptions = {}): Postgres => {
  const pool = new Pool(poolConfig(url, options));
  // A connection that breaks while nobody uses it is news to the pool alone, which drops it. Unheard, it would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return new PooledPostgres(pool);
};

class PooledPostgres implements Postgres {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
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
        if (retry === retries || state === undefined || !retryOn.includes(state)) throw error;
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
        return await client.query(text, values && [...values]);
      } catch (error) {
        broken ||= !isRefusal(error);
        throw error;
      }
    };
    try {
      return await work(run);
    } finally {
      // A broken connection is thrown away, above all one that timed out: its statement may be running still.
      client.release(broken);
    }
  }
}

/** The database said no to this statement, and the connection is as good as before. */
const isRefusal = (error: unknown): boolean => !/^(08|57P|25P03|25P04|$)/.test(sqlStateOf(error) ?? '');
