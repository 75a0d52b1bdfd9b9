import { confirmedMinutes, type StaffRole } from '../domain/staff';
import { writeStaffAudit } from '../ledger/audit';
import type { Postgres } from '../platform/postgres/postgres';
import type { ShownSession, StaffSessions } from './ports';
import type { Signed } from './rights';

export class PostgresStaffSessions implements StaffSessions {
  readonly #postgres: Postgres;

  constructor(postgres: Postgres) {
    this.#postgres = postgres;
  }

  async find(secretHash: string): Promise<Signed | undefined> {
    const [row] = await this.#postgres.query<SessionRow>(findSession, [secretHash, confirmedMinutes]);
    if (!row) return undefined;
    if (row.is_stale) await this.#postgres.query(seen, [secretHash]);
    const { staff_id: staffId, name, email, level, is_confirmed: isConfirmed, passkeys, may_enrol: mayEnrol } = row;
    const roles = row.roles.map(({ role, raceId }) => ({ role, raceId: raceId ?? undefined }));
    return { staffId, name, email, level, isConfirmed, passkeys, mayEnrol, roles };
  }

  async sessions(staffId: string, secretHash: string): Promise<readonly ShownSession[]> {
    const rows = await this.#postgres.query<{ browser: string; created_at: Date; seen_at: Date; is_this: boolean }>(
      listSessions,
      [staffId, secretHash],
    );
    return rows.map(({ browser, created_at: createdAt, seen_at: seenAt, is_this: isThis }) => ({
      browser,
      createdAt,
      seenAt,
      isThis,
    }));
  }

  end(secretHash: string): Promise<void> {
    return this.#postgres.transaction(async (sql) => {
      const [ended] = await sql.query<{ staff_id: string }>(`${endSessions} AND secret_hash = $1 RETURNING staff_id`, [
        secretHash,
      ]);
      if (ended) await writeStaffAudit(sql, { staffId: ended.staff_id, action: 'signed-out' });
    });
  }

  endAll(staffId: string): Promise<void> {
    return this.#postgres.transaction(async (sql) => {
      await sql.query(`${endSessions} AND staff_id = $1`, [staffId]);
      await writeStaffAudit(sql, { staffId, action: 'signed-out-everywhere' });
    });
  }
}

interface SessionRow {
  readonly staff_id: string;
  readonly name: string;
  readonly email: string;
  readonly level: 'link' | 'passkey';
  readonly is_confirmed: boolean;
  readonly may_enrol: boolean;
  readonly passkeys: number;
  readonly roles: readonly { readonly role: StaffRole; readonly raceId: string | null }[];
  readonly is_stale: boolean;
}

/** Until when a session is one: idle for twelve hours, or a week old, it is over. */
const isOpen = `s.ended_at IS NULL AND s.seen_at > clock_timestamp() - interval '12 hours'
  AND s.created_at > clock_timestamp() - interval '7 days'`;

/** The function asks the same of a session, and that its owner is not locked. */
const findSession = 'SELECT * FROM staff_of_session($1, $2)';

const seen = `UPDATE staff_session SET seen_at = clock_timestamp() WHERE secret_hash = $1`;

const listSessions = `
  SELECT s.browser, s.created_at, s.seen_at, s.secret_hash = $2 AS is_this
  FROM staff_session s WHERE s.staff_id = $1 AND ${isOpen} ORDER BY s.created_at`;

const endSessions = `UPDATE staff_session SET ended_at = clock_timestamp() WHERE ended_at IS NULL`;
