import type { GivenRole, StaffRole } from '../domain/staff';
import { writeStaffAudit } from '../ledger/audit';
import type { Postgres, Sql } from '../platform/postgres/postgres';
import type { Integrations, Invitation, Invited, StaffChange, StaffMember, StaffRegister } from './ports';
import { inLostRaces } from './postgres-lost-races';
import { mailTo, type StaffMail } from './postgres-sign-ins';

/** Keys and webhooks are stored by other folders, so these are steps in the transaction of the caller, which also writes the audit. */
export interface IntegrationSteps {
  readonly madeBy: (sql: Sql, staffId: string, raceId: string | undefined) => Promise<Integrations>;
  readonly end: (sql: Sql, integrations: Integrations) => Promise<void>;
}

interface Needs extends StaffMail {
  readonly postgres: Postgres;
  readonly integrations: IntegrationSteps;
}

type State = StaffMember['state'];

/**
 * In 24 hours: roles that are given in one race, or by one person in all races, and invitations that one person gets. Each is a mail to an
 * address that an owner names, who could otherwise write to any number of strangers in our name. A large race invites its desks in a day.
 */
const mostRolesPerDay = 200;
const mostInvitationsPerDay = 5;

export class PostgresStaff implements StaffRegister {
  readonly #postgres: Postgres;
  readonly #integrations: IntegrationSteps;
  readonly #mail: StaffMail;

  constructor({ postgres, integrations, ...mail }: Needs) {
    this.#postgres = postgres;
    this.#integrations = integrations;
    this.#mail = mail;
  }

  invite({ staffId: newId, email, name, role, raceId, by }: Invitation): Promise<Invited> {
    return this.#postgres.transaction(async (sql) => {
      if (!(await hasRace(sql, raceId))) return { kind: 'no-such-race' };
      if (by !== undefined && (await countRoles(sql, raceId, by)) >= mostRolesPerDay) return { kind: 'too-many' };
      await sql.query(meet, [newId, email.toLowerCase(), name]);
      const [known] = await sql.query<Known>(findKnown, [email.toLowerCase()]);
      if (!known) throw new Error('somebody who was just written cannot be read');
      if (known.state === 'locked') return { kind: 'locked' };
      // A passkey is enough to sign in with, unless the person was removed meanwhile.
      const isMailed = known.passkeys === 0 || known.state !== 'active';
      if (isMailed && by !== undefined && known.invitations >= mostInvitationsPerDay) return { kind: 'too-many' };
      const staffId = known.id;
      const lowers = await isLastOwner(sql, staffId, raceId);
      if (lowers && role !== 'owner') return { kind: 'last-owner' };
      await sql.query(give, [staffId, raceId ?? null, role, by ?? null]);
      await writeStaffAudit(sql, {
        staffId: by ?? staffId,
        action: 'role-given',
        raceId,
        detail: { to: staffId, role },
      });
      const outbox = isMailed ? await this.#invitation(sql, staffId) : [];
      return { kind: 'invited', staffId, outbox };
    });
  }

  async list(raceId: string | undefined): Promise<readonly StaffMember[]> {
    const rows = await this.#postgres.query<{
      id: string;
      email: string;
      name: string;
      state: State;
      passkeys: number;
      roles: readonly { readonly role: StaffRole; readonly raceId: string | null }[];
    }>(listStaff, [raceId ?? null]);
    return rows.map(({ id: staffId, roles, ...member }) => ({
      staffId,
      ...member,
      roles: roles.map(({ role, raceId: of }) => ({ role, raceId: of ?? undefined })),
    }));
  }

  setRole(staffId: string, { role, raceId }: GivenRole, by: string): Promise<StaffChange | 'no-such-race'> {
    return this.#postgres.transaction(async (sql) => {
      if (!(await hasRace(sql, raceId))) return 'no-such-race';
      if (!(await lockedState(sql, staffId)) || !(await isListed(sql, staffId, raceId))) return 'not-found';
      if (role !== 'owner' && (await isLastOwner(sql, staffId, raceId))) return 'last-owner';
      await sql.query(give, [staffId, raceId ?? null, role, by]);
      await writeStaffAudit(sql, { staffId: by, action: 'role-given', raceId, detail: { to: staffId, role } });
      return 'changed';
    });
  }

  removeRole(staffId: string, raceId: string | undefined, by: string, endsIntegrations = false): Promise<StaffChange> {
    return this.#postgres.transaction(async (sql) => {
      if (!(await lockedState(sql, staffId))) return 'not-found';
      if (await isLastOwner(sql, staffId, raceId)) return 'last-owner';
      const removed = await sql.query(take, [staffId, raceId ?? null]);
      if (removed.length === 0) return 'not-found';
      const made = await this.#integrations.madeBy(sql, staffId, raceId);
      const integrations = await inLostRaces(sql, made, staffId, raceId);
      await this.#leave(sql, 'role-removed', { staffId, raceId, by, endsIntegrations, integrations });
      return 'changed';
    });
  }

  setState(
    staffId: string,
    state: 'active' | 'locked' | 'gone',
    by: string,
    endsIntegrations = false,
  ): Promise<StaffChange> {
    return this.#postgres.transaction(async (sql) => {
      const before = await lockedState(sql, staffId);
      // Who was removed comes back by an invitation alone.
      if (!before || (state === 'active' && before === 'gone')) return 'not-found';
      if (state !== 'active' && (await isLastOwner(sql, staffId, undefined))) return 'last-owner';
      await sql.query(setState, [staffId, state]);
      if (state !== 'active') await sql.query(endSessions, [staffId]);
      if (state === 'gone') await sql.query('DELETE FROM staff_role WHERE staff_id = $1', [staffId]);
      const action = `staff-${state}`;
      if (state === 'active') await writeStaffAudit(sql, { staffId: by, action, detail: { of: staffId } });
      else {
        const integrations = await this.#integrations.madeBy(sql, staffId, undefined);
        await this.#leave(sql, action, { staffId, raceId: undefined, by, endsIntegrations, integrations });
      }
      return 'changed';
    });
  }

  integrationsOf(staffId: string, raceId: string | undefined, races: 'every' | 'lost'): Promise<Integrations> {
    return this.#postgres.transaction(async (sql) => {
      const made = await this.#integrations.madeBy(sql, staffId, raceId);
      return races === 'lost' ? inLostRaces(sql, made, staffId, raceId) : made;
    });
  }

  reset(email: string, by: string | undefined): Promise<readonly string[] | 'not-found'> {
    return this.#reset('email = $1', email.toLowerCase(), by);
  }

  resetById(staffId: string, by: string): Promise<readonly string[] | 'not-found'> {
    return this.#reset('id = $1', staffId, by);
  }

  linkFor(email: string): Promise<string | undefined> {
    return this.#postgres.transaction(async (sql) => {
      const [made] = await sql.query<{ id: string; staff_id: string }>(linkWithoutMail, [
        this.#mail.newId(),
        email.toLowerCase(),
      ]);
      if (!made) return undefined;
      await writeStaffAudit(sql, { staffId: made.staff_id, action: 'link-made' });
      return made.id;
    });
  }

  #reset(who: string, value: string, by: string | undefined) {
    return this.#postgres.transaction(async (sql) => {
      const [found] = await sql.query<{ id: string }>(
        `SELECT id FROM staff WHERE ${who} AND state IN ('invited', 'active') FOR UPDATE`,
        [value],
      );
      if (!found) return 'not-found' as const;
      await sql.query('DELETE FROM staff_passkey WHERE staff_id = $1', [found.id]);
      await sql.query(endSessions, [found.id]);
      await writeStaffAudit(sql, {
        staffId: by ?? found.id,
        action: 'passkeys-reset',
        detail: { of: found.id },
      });
      return this.#invitation(sql, found.id);
    });
  }

  /** Ends the integrations of somebody who leaves, or says in the audit how many were kept. */
  async #leave(sql: Sql, action: string, leaving: Leaving): Promise<void> {
    const { staffId, raceId, by, endsIntegrations, integrations } = leaving;
    const { keys, webhooks } = integrations;
    const isKept = !endsIntegrations && keys.length + webhooks.length > 0;
    const kept = { keys: keys.length, webhooks: webhooks.length };
    const detail = { of: staffId, ...(isKept && { kept }) };
    await writeStaffAudit(sql, { staffId: by, action, raceId, detail });
    if (!endsIntegrations) return;
    await this.#integrations.end(sql, integrations);
    for (const { keyId, ...key } of keys)
      await writeStaffAudit(sql, { staffId: by, action: 'api-key-withdrawn', raceId: key.raceId, detail: { keyId } });
    for (const { endpointId, ...webhook } of webhooks) {
      const paused = { endpointId, state: 'paused' };
      await writeStaffAudit(sql, { staffId: by, action: 'webhook-changed', raceId: webhook.raceId, detail: paused });
    }
  }

  /** Opens the way to a first passkey for a week, by a link that replaces earlier ones. */
  async #invitation(sql: Sql, staffId: string): Promise<readonly string[]> {
    const linkId = this.#mail.newId();
    await sql.query(openTheWay, [staffId]);
    await sql.query(replaceInvitation, [staffId]);
    await sql.query(newInvitation, [linkId, staffId]);
    return mailTo(sql, this.#mail, 'staff-invitation', linkId);
  }
}

interface Known {
  readonly id: string;
  readonly state: State;
  readonly passkeys: number;
  /** Mails that invited them within a day. */
  readonly invitations: number;
}

interface Leaving {
  readonly staffId: string;
  /** Undefined: all races. */
  readonly raceId: string | undefined;
  readonly by: string;
  readonly endsIntegrations: boolean;
  readonly integrations: Integrations;
}

const hasRace = async (sql: Sql, raceId: string | undefined): Promise<boolean> =>
  raceId === undefined || (await sql.query('SELECT FROM race_document WHERE race_id = $1', [raceId])).length > 0;

const countRoles = async (sql: Sql, raceId: string | undefined, by: string): Promise<number> =>
  (await sql.query(raceId === undefined ? rolesGivenBy : rolesGivenIn, [raceId ?? by])).length;

const lockedState = async (sql: Sql, staffId: string) =>
  (await sql.query<{ state: State }>('SELECT state FROM staff WHERE id = $1 FOR UPDATE', [staffId]))[0]?.state;

/** Whether the owners of a race see somebody in their list. Who is not in it is invited, by an address that its owner reads. */
const isListed = async (sql: Sql, staffId: string, raceId: string | undefined): Promise<boolean> =>
  raceId === undefined || (await sql.query(findListed, [staffId, raceId])).length > 0;

/**
 * Whether no owner of all races would be left who has ever signed in: an invitation may go to an address that nobody reads. All owners
 * are locked, so that two cannot remove each other.
 */
const isLastOwner = async (sql: Sql, staffId: string, raceId: string | undefined): Promise<boolean> => {
  if (raceId !== undefined) return false;
  const owners = await sql.query<{ staff_id: string; state: State }>(lockOwners);
  const others = owners.filter(({ staff_id: id, state }) => id !== staffId && state === 'active');
  return others.length === 0 && owners.some(({ staff_id: id }) => id === staffId);
};

const meet = `
  INSERT INTO staff (id, email, name, state) VALUES ($1, $2, $3, 'invited')
  ON CONFLICT (email) DO UPDATE SET state = 'invited', name = excluded.name WHERE staff.state = 'gone'`;

/** Who is unlocked is what they were: somebody who never signed in is invited. */
const setState = `
  UPDATE staff SET before_lock = CASE state WHEN 'locked' THEN before_lock WHEN 'gone' THEN 'invited' ELSE state END,
    state = CASE WHEN $2::text <> 'active' THEN $2 WHEN state = 'locked' THEN coalesce(before_lock, 'active') ELSE state END
  WHERE id = $1`;

/** An invitation is good for seven days. */
const findKnown = `
  SELECT s.id, s.state, (SELECT count(*) FROM staff_passkey k WHERE k.staff_id = s.id)::int AS passkeys,
    (SELECT count(*) FROM staff_link l
     WHERE l.staff_id = s.id AND l.kind = 'invitation' AND l.expires_at > clock_timestamp() + interval '6 days')::int AS invitations
  FROM staff s WHERE s.email = $1 FOR UPDATE`;

const rolesGiven = (where: string) => `
  SELECT id FROM audit WHERE ${where} AND action = 'role-given' AND at > clock_timestamp() - interval '1 day'
  LIMIT ${mostRolesPerDay}`;
const rolesGivenIn = rolesGiven('race_id = $1');
const rolesGivenBy = rolesGiven('staff_id = $1 AND race_id IS NULL');

const give = `
  INSERT INTO staff_role (staff_id, race_id, role, given_by) VALUES ($1, $2, $3, $4)
  ON CONFLICT ON CONSTRAINT staff_has_one_role
  DO UPDATE SET role = excluded.role, given_by = excluded.given_by, given_at = clock_timestamp()`;
const take = `DELETE FROM staff_role WHERE staff_id = $1 AND race_id IS NOT DISTINCT FROM $2::text RETURNING 1`;

const lockOwners = `
  SELECT r.staff_id, s.state FROM staff_role r JOIN staff s ON s.id = r.staff_id
  WHERE r.race_id IS NULL AND r.role = 'owner' AND s.state IN ('invited', 'active') ORDER BY r.staff_id FOR UPDATE`;

const findListed = 'SELECT FROM staff_role WHERE staff_id = $1 AND (race_id IS NULL OR race_id = $2) LIMIT 1';
const endSessions = `UPDATE staff_session SET ended_at = clock_timestamp() WHERE staff_id = $1 AND ended_at IS NULL`;
const openTheWay = `UPDATE staff SET enrol_until = clock_timestamp() + interval '7 days' WHERE id = $1`;

const replaceInvitation = `
  UPDATE staff_link SET used_at = clock_timestamp() WHERE staff_id = $1 AND kind = 'invitation' AND used_at IS NULL`;

const newInvitation = `
  INSERT INTO staff_link (id, staff_id, kind, expires_at)
  VALUES ($1, $2, 'invitation', clock_timestamp() + interval '7 days')`;

const linkWithoutMail = `
  INSERT INTO staff_link (id, staff_id, kind, expires_at)
  SELECT $1, id, 'sign-in', clock_timestamp() + interval '15 minutes' FROM staff
  WHERE email = $2 AND state IN ('invited', 'active') RETURNING id, staff_id`;

const listStaff = `
  SELECT s.id, s.email, s.name, s.state,
    (SELECT count(*) FROM staff_passkey k WHERE k.staff_id = s.id)::int AS passkeys,
    (SELECT coalesce(json_agg(json_build_object('role', r.role, 'raceId', r.race_id) ORDER BY r.given_at), '[]')
     FROM staff_role r WHERE r.staff_id = s.id AND ($1::text IS NULL OR r.race_id IS NULL OR r.race_id = $1)) AS roles
  FROM staff s
  WHERE $1::text IS NULL
    OR EXISTS (SELECT FROM staff_role r WHERE r.staff_id = s.id AND (r.race_id IS NULL OR r.race_id = $1))
  ORDER BY s.created_at`;
