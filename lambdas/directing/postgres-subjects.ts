import * as v from 'valibot';
import { isUuid } from '../domain/uuid';
import type { Sql } from '../platform/postgres/postgres';
import { disputeId } from './messages';
import type { Subjects } from './ports';

export class PostgresSubjects implements Subjects {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async raceOfRegistration(registrationId: string) {
    // A director may type anything here, and the database refuses what is no UUID.
    if (!isUuid(registrationId)) return undefined;
    const [found] = await this.#sql.query<{ race_id: string }>(
      `SELECT e.race_id FROM registration g JOIN event e ON e.id = g.event_id
       WHERE g.id = $1`,
      [registrationId],
    );
    return found?.race_id;
  }

  async raceOfDispute(dispute: string) {
    // Nor has it text with NUL.
    if (!v.is(disputeId, dispute)) return undefined;
    const [found] = await this.#sql.query<{ race_id: string }>(
      `SELECT e.race_id FROM dispute d JOIN registration g ON g.id = d.registration_id JOIN event e ON e.id = g.event_id
       WHERE d.id = $1`,
      [dispute],
    );
    return found?.race_id;
  }
}
