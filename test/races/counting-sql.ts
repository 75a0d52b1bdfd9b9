import type { Sql } from '../../lambdas/platform/postgres/postgres';

/** Counts the queries that reach the database. */
export class CountingSql implements Sql {
  queries = 0;
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  query<Row extends object>(text: string, values?: readonly unknown[]) {
    this.queries += 1;
    return this.#sql.query<Row>(text, values);
  }
}
