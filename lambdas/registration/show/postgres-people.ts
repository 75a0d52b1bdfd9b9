import type { Sql } from '../../platform/postgres/postgres';
import type { People } from '../ports';

export class PostgresPeople implements People {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async isRegistered(eventId: string, person: string) {
    return (await this.#sql.query(findLive, [eventId, person])).length > 0;
  }
}

const findLive = 'SELECT id FROM registration WHERE event_id = $1 AND person_key(person) = person_key($2) AND live';
