import type { Sql } from '../platform/postgres/postgres';
import type { JoinableTeam, Teams } from './ports';

interface Row {
  readonly race_id: string;
  readonly event_id: string;
  readonly join_code: string;
  readonly pool_id: string;
  readonly is_open: boolean;
}

/** Teams as a quote reads them, from the database or its standby. */
export class PostgresTeams implements Teams {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async find(id: string): Promise<JoinableTeam | undefined> {
    const [row] = await this.#sql.query<Row>(findTeam, [id]);
    if (!row) return undefined;
    const { race_id: raceId, event_id: eventId, join_code: joinCode, pool_id: pool, is_open: isOpen } = row;
    return { id, raceId, eventId, joinCode, pool, isOpen };
  }
}

const findTeam = `
  SELECT race_id, event_id, join_code, pool_id, state = 'open' AS is_open FROM team WHERE id = $1`;
