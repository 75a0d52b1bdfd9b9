import type { Sql } from '../platform/postgres/postgres';
import { type EndedSessions, endedKeptMs } from './sessions';

export class PostgresEndedSessions implements EndedSessions {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async add(hash: string) {
    await this.#sql.query(
      `WITH past AS (DELETE FROM ended_session 
                     WHERE ended_at < now() - $2 * interval '1 millisecond' AND session_hash <> $1)
       INSERT INTO ended_session (session_hash) VALUES ($1)
       ON CONFLICT (session_hash) DO UPDATE SET ended_at = now()`,
      [hash, 2 * endedKeptMs],
    );
  }

  async recent() {
    const rows = await this.#sql.query<{ sessionHash: string }>(
      `SELECT session_hash AS "sessionHash" FROM ended_session WHERE ended_at > now() - $1 * interval '1 millisecond'`,
      [endedKeptMs],
    );
    return rows.map(({ sessionHash }) => sessionHash);
  }
}
