import type { Sql } from '../platform/postgres/postgres';
import type { Expectations } from './ports';

/** Stored with the race; the next plan reads it. */
export class PostgresExpectations implements Expectations {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async expect(raceId: string, runners: number) {
    const changed = await this.#sql.query('UPDATE race SET interest = $2 WHERE id = $1 RETURNING id', [
      raceId,
      runners,
    ]);
    return changed.length > 0;
  }
}
