import type { Sql } from '../platform/postgres/postgres';
import { type Difference, differences } from './differences';
import type { Some } from './figures';
import type { Verdicts } from './ports';

export class PostgresVerdicts implements Verdicts {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async keep(measured: ReadonlyMap<Difference, Some>, isComparison: boolean): Promise<void> {
    const findings = [...measured].map(([name, { count }]) => [name, { count, severity: differences[name].severity }]);
    await this.#sql.query(keep, [JSON.stringify(Object.fromEntries(findings)), isComparison]);
  }
}

// What was not looked for in this pass stands as it was found.
const keep = `
  INSERT INTO verdict AS v (at, compared_at, findings)
  VALUES (clock_timestamp(), CASE WHEN $2::boolean THEN clock_timestamp() END, $1::jsonb)
  ON CONFLICT (one) DO UPDATE SET at = excluded.at, compared_at = coalesce(excluded.compared_at, v.compared_at),
    findings = v.findings || excluded.findings`;
