import { writeStaffAudit } from '../ledger/audit';
import { type MailMessage, putInOutbox } from '../ledger/outbox';
import type { Postgres, Sql } from '../platform/postgres/postgres';
import type {
  Challenge,
  ChallengeKind,
  MadePasskey,
  NewSession,
  Passkey,
  ShownPasskey,
  SignIns,
  UsedPasskey,
} from './ports';
import { isConfirmed } from './staff-session-sql';

export interface StaffMail {
  readonly newId: () => string;
  readonly mailMessage: MailMessage<'staff-link' | 'staff-invitation' | 'passkeys-changed'>;
}

interface Needs extends StaffMail {
  readonly postgres: Postgres;
}

/** How many sign-in links of one person may be open at once, so that nobody fills their mailbox. Each is good for a quarter of an hour. */
const maxOpenLinks = 3;
/**
 * How many such links of one person are made in 24 hours. Anybody may ask for them, so nobody is refused above it: a link is good for an
 * hour then, and the next one is made when none is open. So the newest mail has a link that works, or another one comes.
 */
const maxQuickLinksPerDay = 20;
/** Of links that are good for an hour, also when they are opened: some mail programs open every link. */
const maxLinksPerHour = 3;

export class PostgresSignIns implements SignIns {
  readonly #postgres: Postgres;
  readonly #mail: StaffMail;

  constructor({ postgres, ...mail }: Needs) {
    this.#postgres = postgres;
    this.#mail = mail;
  }

  askLink(email: string): Promise<readonly string[]> {
    return this.#postgres.transaction(async (sql) => {
      // Locked, so that two requests at once count each other's links.
      const [known] = await sql.query<{ id: string }>(lockActive, [email]);
      const linkId = this.#mail.newId();
      const made = known ? await sql.query(openLink, [linkId, known.id]) : [];
      if (made.length === 0) return [];
      return mailTo(sql, this.#mail, 'staff-link', linkId);
    });
  }

  useLink(linkId: string, session: NewSession): Promise<'signed-in' | 'used'> {
    return this.#postgres.transaction(async (sql) => {
      const [used] = await sql.query<{ staff_id: string }>(useLink, [linkId]);
      if (!used) return 'used';
      const { staff_id: staffId } = used;
      await sql.query(beginSession, [session.secretHash, staffId, 'link', session.browser]);
      await writeStaffAudit(sql, { staffId, action: 'signed-in', detail: { by: 'link' } });
      return 'signed-in';
    });
  }

  async keep({ challenge, kind, staffId }: Challenge): Promise<void> {
    await this.#postgres.query(deleteOver);
    await this.#postgres.query(keepChallenge, [challenge, kind, staffId ?? null]);
  }

  async findPasskey(credentialId: string): Promise<Passkey | undefined> {
    const [row] = await this.#postgres.query<{
      staff_id: string;
      public_key: Buffer;
      counter: number;
      transports: readonly string[];
    }>(findPasskey, [credentialId]);
    return (
      row && {
        credentialId,
        staffId: row.staff_id,
        publicKey: row.public_key,
        counter: row.counter,
        transports: row.transports,
      }
    );
  }

  signIn(used: UsedPasskey, session: NewSession): Promise<'signed-in' | 'refused'> {
    return this.#postgres.transaction(async (sql) => {
      const staffId = await this.#usePasskey(sql, used, 'sign-in', undefined);
      if (staffId === undefined) return 'refused';
      await sql.query(beginSession, [session.secretHash, staffId, 'passkey', session.browser]);
      await writeStaffAudit(sql, { staffId, action: 'signed-in', detail: { by: 'passkey' } });
      return 'signed-in';
    });
  }

  confirm(used: UsedPasskey, staffId: string, secretHash: string): Promise<'confirmed' | 'refused'> {
    return this.#postgres.transaction(async (sql) => {
      if ((await this.#usePasskey(sql, used, 'confirm', staffId)) === undefined) return 'refused';
      await sql.query(confirmSession, [secretHash, staffId]);
      await writeStaffAudit(sql, { staffId, action: 'confirmed' });
      return 'confirmed';
    });
  }

  enrol(made: MadePasskey, name: string, staffId: string, secretHash: string) {
    return this.#postgres.transaction(async (sql) => {
      if (!(await takeChallenge(sql, made.challenge, 'enrol', staffId))) return 'refused';
      const [allowed] = await sql.query<{ may_enrol: boolean }>(mayEnrol, [staffId, secretHash]);
      if (!allowed?.may_enrol) return 'not-now';
      const { credentialId, publicKey, counter, transports, isBackedUp } = made;
      const kept = await sql.query(keepPasskey, [
        credentialId,
        staffId,
        Buffer.from(publicKey),
        counter,
        transports,
        isBackedUp,
        name,
      ]);
      if (kept.length === 0) return 'refused';
      await sql.query('UPDATE staff SET enrol_until = NULL WHERE id = $1', [staffId]);
      await sql.query(confirmSession, [secretHash, staffId]);
      await this.#changed(sql, staffId, 'passkey-made');
      return 'enrolled';
    });
  }

  deletePasskey(credentialId: string, staffId: string): Promise<'deleted' | 'last' | 'not-found'> {
    return this.#postgres.transaction(async (sql) => {
      await sql.query('SELECT FROM staff WHERE id = $1 FOR UPDATE', [staffId]);
      const mine = await sql.query<{ id: string; is_locked: boolean }>(
        'SELECT credential_id AS id, locked_at IS NOT NULL AS is_locked FROM staff_passkey WHERE staff_id = $1',
        [staffId],
      );
      if (!mine.some(({ id }) => id === credentialId)) return 'not-found';
      // A locked one signs nobody in.
      if (!mine.some(({ id, is_locked: isLocked }) => id !== credentialId && !isLocked)) return 'last';
      await sql.query('DELETE FROM staff_passkey WHERE credential_id = $1', [credentialId]);
      await this.#changed(sql, staffId, 'passkey-deleted');
      return 'deleted';
    });
  }

  async passkeys(staffId: string): Promise<readonly ShownPasskey[]> {
    const rows = await this.#postgres.query<{
      credential_id: string;
      name: string;
      created_at: Date;
      last_used_at: Date | null;
      is_locked: boolean;
    }>(listPasskeys, [staffId]);
    return rows.map(({ credential_id: id, name, created_at: createdAt, last_used_at, is_locked: isLocked }) => ({
      id,
      name,
      createdAt,
      lastUsedAt: last_used_at ?? undefined,
      isLocked,
    }));
  }

  /** Whose passkey it is. `undefined`: it does not count now. */
  async #usePasskey(
    sql: Sql,
    { challenge, credentialId, counter, isBackedUp }: UsedPasskey,
    kind: ChallengeKind,
    staffId: string | undefined,
  ): Promise<string | undefined> {
    if (!(await takeChallenge(sql, challenge, kind, staffId))) return undefined;
    const [passkey] = await sql.query<{ staff_id: string; counter: number }>(lockPasskey, [credentialId]);
    if (!passkey) return undefined;
    // Passkeys that are synchronised count nothing: they always say 0.
    const wentBack = (counter > 0 || passkey.counter > 0) && counter <= passkey.counter;
    if (wentBack) {
      await sql.query('UPDATE staff_passkey SET locked_at = clock_timestamp() WHERE credential_id = $1', [
        credentialId,
      ]);
      await this.#changed(sql, passkey.staff_id, 'passkey-locked');
      return undefined;
    }
    await sql.query(notePasskey, [credentialId, counter, isBackedUp]);
    return passkey.staff_id;
  }

  /** The owner of passkeys is told of each change, so that they notice one that they did not make. */
  async #changed(sql: Sql, staffId: string, action: string): Promise<void> {
    await writeStaffAudit(sql, { staffId, action });
    const [next] = await sql.query<{ generation: number }>(nextGeneration, [staffId]);
    await mailTo(sql, this.#mail, 'passkeys-changed', staffId, next?.generation);
  }
}

/** Orders a mail in the caller's transaction. `key`: the id of its link, or of the person who gets it. */
export const mailTo = async (
  sql: Sql,
  { newId, mailMessage }: StaffMail,
  template: 'staff-link' | 'staff-invitation' | 'passkeys-changed',
  key: string,
  generation = 1,
): Promise<readonly string[]> => {
  const message = { id: newId(), ...mailMessage({ registrationId: key, template, generation }) };
  await putInOutbox(sql, [message]);
  return [message.id];
};

const takeChallenge = async (sql: Sql, challenge: string, kind: ChallengeKind, staffId: string | undefined) =>
  (await sql.query(takenChallenge, [challenge, kind, staffId ?? null])).length > 0;

const lockActive = `SELECT id FROM staff WHERE email = $1 AND state IN ('invited', 'active') FOR UPDATE`;

const openLink = `
  INSERT INTO staff_link (id, staff_id, kind, expires_at)
  SELECT $1, $2, 'sign-in', clock_timestamp() + CASE WHEN is_quick THEN interval '15 minutes' ELSE interval '1 hour' END
  FROM (
    SELECT count(*) < ${maxQuickLinksPerDay} AS is_quick,
      count(*) FILTER (WHERE expires_at > clock_timestamp()) AS lately,
      count(*) FILTER (WHERE expires_at > clock_timestamp() AND used_at IS NULL) AS open
    FROM staff_link WHERE staff_id = $2 AND kind = 'sign-in' AND expires_at > clock_timestamp() - interval '1 day'
  ) made
  WHERE CASE WHEN is_quick THEN open < ${maxOpenLinks} ELSE open = 0 AND lately < ${maxLinksPerHour} END
  RETURNING id`;

// An invited person is active from their first link on. The links of a person who is locked or gone open nothing.
const useLink = `
  WITH mine AS (
    SELECT l.id, l.staff_id FROM staff_link l JOIN staff s ON s.id = l.staff_id
    WHERE l.id = $1 AND l.used_at IS NULL AND l.expires_at > clock_timestamp() AND s.state IN ('invited', 'active')
    FOR UPDATE
  ), used AS (
    UPDATE staff_link l SET used_at = clock_timestamp() FROM mine WHERE l.id = mine.id
  )
  UPDATE staff s SET state = 'active' FROM mine WHERE s.id = mine.staff_id RETURNING s.id AS staff_id`;

const beginSession = `
  INSERT INTO staff_session (secret_hash, staff_id, level, confirmed_at, browser)
  VALUES ($1, $2, $3, CASE $3 WHEN 'passkey' THEN clock_timestamp() END, $4)`;

/** A link that was mailed counts for a day. A session may be idle for twelve hours, and is a week old at most. */
const deleteOver = `
  WITH sessions AS (
    DELETE FROM staff_session
    WHERE coalesce(ended_at, least(seen_at + interval '12 hours', created_at + interval '7 days')) < clock_timestamp() - interval '1 day'
  ), links AS (
    DELETE FROM staff_link WHERE expires_at < clock_timestamp() - interval '30 days'
  )
  DELETE FROM staff_challenge WHERE expires_at < clock_timestamp()`;

const keepChallenge = `
  INSERT INTO staff_challenge (challenge, kind, staff_id, expires_at)
  VALUES ($1, $2, $3, clock_timestamp() + interval '5 minutes')`;

// It is deleted, so it counts once.
const takenChallenge = `
  DELETE FROM staff_challenge
  WHERE challenge = $1 AND kind = $2 AND staff_id IS NOT DISTINCT FROM $3::uuid AND expires_at > clock_timestamp()
  RETURNING 1`;

const findPasskey = `
  SELECT staff_id, public_key, counter, transports FROM staff_passkey WHERE credential_id = $1 AND locked_at IS NULL`;

const lockPasskey = `
  SELECT k.staff_id, k.counter FROM staff_passkey k JOIN staff s ON s.id = k.staff_id
  WHERE k.credential_id = $1 AND k.locked_at IS NULL AND s.state = 'active' FOR UPDATE`;

const notePasskey = `
  UPDATE staff_passkey SET counter = $2, backed_up = $3, last_used_at = clock_timestamp() WHERE credential_id = $1`;

const confirmSession = `
  UPDATE staff_session SET level = 'passkey', confirmed_at = clock_timestamp()
  WHERE secret_hash = $1 AND staff_id = $2 AND ended_at IS NULL`;

/** A link alone makes a first passkey only where somebody has opened the way, and never a second one. */
const mayEnrol = `
  SELECT ${isConfirmed} OR (
    coalesce(p.enrol_until > clock_timestamp(), false)
    AND NOT EXISTS (SELECT FROM staff_passkey k WHERE k.staff_id = p.id)) AS may_enrol
  FROM staff p JOIN staff_session s ON s.staff_id = p.id AND s.secret_hash = $2 AND s.ended_at IS NULL
  WHERE p.id = $1 AND p.state = 'active' FOR UPDATE OF p`;

const keepPasskey = `
  INSERT INTO staff_passkey (credential_id, staff_id, public_key, counter, transports, backed_up, name)
  VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING RETURNING 1`;

const listPasskeys = `
  SELECT credential_id, name, created_at, last_used_at, locked_at IS NOT NULL AS is_locked
  FROM staff_passkey WHERE staff_id = $1 ORDER BY created_at`;

const nextGeneration = `
  SELECT (1 + coalesce(max(generation), 0))::int AS generation FROM mail
  WHERE registration_id = $1 AND template = 'passkeys-changed'`;
