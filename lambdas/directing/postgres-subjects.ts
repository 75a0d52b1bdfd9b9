import type { Sql } from '../platform/postgres/postgres';
import type { Subjects } from './ports';

export class PostgresSubjects implements Subjects {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async raceOfRegistration(registrationId: string) {
    // Whatever was typed comes here, and the database refuses what is no UUID.
    if (!uuid.test(registrationId)) return undefined;
    const [found] = await this.#sql.query<{ race_id: string }>(
      `SELECT e.race_id FROM registration g JOIN event e ON e.id = g.event_id
       WHERE g.id = $1`,
      [registrationId],
    );
    return found?.race_id;
  }

  async raceOfDispute(disputeId: string) {
    const [found] = await this.#sql.query<{ race_id: string }>(
      `SELECT e.race_id FROM dispute d JOIN registration g ON g.id = d.registration_id JOIN event e ON e.id = g.event_id
       WHERE d.id = $1`,
      [disputeId],
    );
    return found?.race_id;
  }
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
