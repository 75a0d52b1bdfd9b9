/**
 * Statements on one database. Values are parameters; nothing is ever named, so that RDS Proxy can share connections.
 */
export interface Sql {
  query<Row extends object = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

export interface TransactionOptions {
  /** SQLSTATEs after which the whole transaction runs again: at most 5 times, with growing, jittered pauses. */
  readonly retryOn?: readonly string[];
}

export interface Postgres extends Sql {
  /** BEGIN … COMMIT on one connection (READ COMMITTED). If `work` throws, throws the same error after the ROLLBACK. */
  transaction<T>(work: (sql: Sql) => Promise<T>, options?: TransactionOptions): Promise<T>;
  close(): Promise<void>;
}

/** The SQLSTATE of an error that the database sent (`23505`, `40P01`, …); `undefined` for every other error. */
export const sqlStateOf = (error: unknown): string | undefined => {
  const code = error instanceof Error && 'severity' in error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
};
