import type { Sql } from '../../platform/postgres/postgres';
import type { StaffLetter, StaffLetters } from '../ports';

export class PostgresStaffLetters implements StaffLetters {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async byLink(linkId: string): Promise<StaffLetter | undefined> {
    const [letter] = await this.#sql.query<StaffLetter>(
      `SELECT s.email, s.name, l.expires_at AS until, '{}'::text[] AS passkeys
       FROM staff_link l JOIN staff s ON s.id = l.staff_id
       WHERE l.id = $1 AND l.used_at IS NULL AND l.expires_at > clock_timestamp() AND s.state IN ('invited', 'active')`,
      [linkId],
    );
    return letter;
  }

  async ofStaff(staffId: string): Promise<StaffLetter | undefined> {
    const [letter] = await this.#sql.query<StaffLetter>(
      `SELECT s.email, s.name, clock_timestamp() AS until, ARRAY(
         SELECT k.name FROM staff_passkey k WHERE k.staff_id = s.id AND k.locked_at IS NULL ORDER BY k.created_at) AS passkeys
       FROM staff s WHERE s.id = $1`,
      [staffId],
    );
    return letter;
  }
}
