import { Pool, type PoolClient } from 'pg';
import { traced } from '../trace';
import { inTransaction, type Run } from './in-transaction';
import { type PostgresOptions, poolConfig } from './pool-config';
import { type Postgres, type Sql, sqlStateOf, type TransactionOptions } from './postgres';

const maxRetries = 5;
/** A connection that was idle for longer is asked whether it works before a statement is entrusted to it. */
const trustedMs = 5_000;
/** How long the answer may take. */
const checkTimeoutMs = 500;

export interface PostgresPool extends Postgres {
  /** Opens every connection of the pool, so that no statement has to. Throws when one of them cannot be opened. */
  connect(): Promise<void>;
}

/** A pool of connections to the database at `url` (see poolConfig). Connects at the first statement. */
export const openPostgres = (url: string, options: PostgresOptions = {}): PostgresPool => {
  const pool = new Pool(poolConfig(url, options));
  // When an idle connection breaks, the pool drops it and emits `error`. Without a listener that would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return new PooledPostgres(pool, options.statementTimeoutMs ?? 10_000);
};

class PooledPostgres implements PostgresPool {
  readonly #pool: Pool;
  readonly #statementTimeoutMs: number;
  /** When a connection last did its work, by `performance.now()`. A new connection has no entry. */
  readonly #usedAt = new WeakMap<PoolClient, number>();

  constructor(pool: Pool, statementTimeoutMs: number) {
    this.#pool = pool;
    this.#statementTimeoutMs = statementTimeoutMs;
  }

  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    return this.#borrow(async (run) => (await run(text, values)).rows);
  }

  async transaction<T>(work: (sql: Sql) => Promise<T>, { retryOn = [] }: TransactionOptions = {}): Promise<T> {
    let reconnected = false;
    for (let retry = 0; ; retry++) {
      let begun = false;
      try {
        return await this.#borrow((run) => inTransaction(run, work, () => (begun = true)));
      } catch (error) {
        // Only while BEGIN has no answer: after it, a statement may have run.
        if (!begun && !reconnected && isLoss(error)) {
          reconnected = true;
          continue;
        }
        const state = sqlStateOf(error);
        if (retry === maxRetries || state === undefined || !retryOn.includes(state)) throw error;
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** retry));
      }
    }
  }

  async connect(): Promise<void> {
    const all = Array.from({ length: this.#pool.options.max }, () => this.#pool.connect());
    const clients = await Promise.allSettled(all);
    for (const client of clients)
      if (client.status === 'fulfilled') {
        this.#usedAt.set(client.value, performance.now());
        client.value.release();
      }
    const failed = clients.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  async #borrow<T>(work: (run: Run) => Promise<T>): Promise<T> {
    const client = await this.#workingClient();
    let broken = false;
    const run: Run = async (text, values) => {
      if (broken) throw new Error('the connection to the database was lost in the middle of this work');
      try {
        return await traced('PostgreSQL', () =>
          inTime(client.query(text, values && [...values]), this.#statementTimeoutMs),
        );
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
      this.#usedAt.set(client, performance.now());
    }
  }

  /**
   * A connection that died while the environment was frozen looks well. The statement that finds out may have run, so
   * it cannot be repeated. Therefore a connection that was idle for long is asked first, and replaced if it is dead.
   */
  async #workingClient(): Promise<PoolClient> {
    for (;;) {
      const client = await this.#pool.connect();
      const usedAt = this.#usedAt.get(client);
      if (usedAt === undefined || performance.now() - usedAt < trustedMs) return client;
      try {
        await inTime(client.query('SELECT 1'), checkTimeoutMs);
        return client;
      } catch {
        client.release(true);
      }
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

/** The connection is gone. Not: the database does not answer in time, which a second attempt would only prolong. */
const isLoss = (error: unknown): boolean =>
  error instanceof Error && /^(08|57P)|^(ECONNRESET|EPIPE)$|^Connection terminated|not queryable/.test(lossOf(error));

const lossOf = (error: Error): string => sqlStateOf(error) ?? ('code' in error ? String(error.code) : error.message);

/** The database refused this statement; the connection still works. */
const isRefusal = (error: unknown): boolean => !/^(08|57P|25P03|25P04|$)/.test(sqlStateOf(error) ?? '');
