import { shortName } from '../domain/person/masking';
import { foldTeamName } from '../domain/team';
import { writeAudit } from '../ledger/audit';
import { keepCaptains } from '../ledger/postgres-teams';
import { findRelays, leaveTeam, lockMember, lockPlace, lockTeams, returnPlace, setLegs } from '../ledger/team-sql';
import { freeUnits } from '../ledger/unit-sql';
import type { Postgres, Sql } from '../platform/postgres/postgres';
import { retryOnConflictOrDuplicate } from '../platform/retry';
import type {
  OwnTeamFound,
  OwnTeams,
  Proven,
  TeamChange,
  TeamChanged,
  TeamMember,
  TeamOfRace,
  TeamOrder,
  TeamOrdered,
  TeamRegister,
} from './ports';
import { listed } from './postgres-teams';

interface OwnerRow {
  readonly session_hash: string | null;
  readonly link_version: number;
}

interface OwnRow extends OwnerRow {
  readonly team_id: string | null;
  readonly name: string;
  readonly kind: string;
  readonly size: number;
  readonly members: number;
  readonly is_open: boolean;
  readonly is_captain: boolean;
  readonly join_code: string;
  readonly leg: number | null;
}

interface MemberRow {
  readonly id: string;
  readonly runner: { readonly firstName: string; readonly lastName: string };
  readonly leg: number | null;
}

/** The teams of registrations, for those who are in them. */
export class PostgresOwnTeams implements OwnTeams {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async find(registrationId: string, proven: Proven): Promise<OwnTeamFound> {
    const [row] = await this.#sql.query<OwnRow>(findOwn, [registrationId]);
    if (!row) return undefined;
    if (!isTheirs(proven, row)) return 'not-yours';
    if (row.team_id === null) return 'no-team';
    const { team_id: id, name, kind, size, members, is_open: isOpen, is_captain: isCaptain } = row;
    const team = { id, name, kind, size, members, isOpen, isCaptain, ...legIn(row) };
    if (!isCaptain) return team;
    const people = await this.#sql.query<MemberRow>(findMembers, [id]);
    return {
      ...team,
      captains: {
        code: row.join_code,
        people: people.map((one) => ({ registrationId: one.id, name: shortName(one.runner), ...legIn(one) })),
      },
    };
  }
}

/** A link proves nothing when the address was corrected after it was mailed. */
const isTheirs = (proven: Proven, row: OwnerRow): boolean =>
  proven.by === 'hold' ? proven.sessionHash === row.session_hash : proven.version >= row.link_version;

const legIn = ({ leg }: { readonly leg: number | null }) => (leg === null ? {} : { leg });

interface Facts extends OwnerRow {
  readonly event_id: string;
  readonly team_id: string | null;
  readonly captain: string | null;
}

interface Named {
  readonly event_id: string;
  readonly captain: string | null;
  readonly name: string;
  readonly is_open: boolean;
}

type LegChange = Extract<TeamChange, { readonly leg: number }>;

/** What was looked at without a lock is not so any more. */
class HasChanged extends Error {}

/** Teams change in the primary database: registration, unit, line, and the team last. */
export class PostgresTeamRegister implements TeamRegister {
  readonly #postgres: Postgres;

  constructor(postgres: Postgres) {
    this.#postgres = postgres;
  }

  async change(...command: Parameters<TeamRegister['change']>): Promise<TeamChanged> {
    try {
      return await this.#postgres.transaction((sql) => this.#change(sql, ...command), {
        // 23505: somebody takes the name at this moment. The retry finds that team.
        retryOn: retryOnConflictOrDuplicate,
      });
    } catch (error) {
      if (error instanceof HasChanged) return { kind: 'not-captain' };
      throw error;
    }
  }

  async #change(sql: Sql, registrationId: string, proven: Proven, change: TeamChange): Promise<TeamChanged> {
    const [facts] = await sql.query<Facts>(findFacts, [registrationId]);
    if (!facts) return { kind: 'not-found' };
    if (!isTheirs(proven, facts)) return { kind: 'not-yours' };
    const { team_id: teamId, event_id: eventId } = facts;
    if (teamId === null) return { kind: 'no-team' };
    const isLeaving = 'remove' in change && change.remove === registrationId;
    if (facts.captain !== registrationId && !isLeaving) return { kind: 'not-captain' };

    if ('remove' in change && !(await this.#remove(sql, change.remove, teamId))) return { kind: 'no-such-member' };
    if ('leg' in change) await sql.query(lockMembers, [teamId]);
    await sql.query(lockTeams, [[teamId]]);
    // The role may have passed on while this waited.
    const [now] = await sql.query<{ captain: string | null }>(findCaptain, [teamId]);
    if (now?.captain !== registrationId && !isLeaving) throw new HasChanged();
    if ('remove' in change) await keepCaptains(sql, [teamId]);
    else if ('name' in change && !(await rename(sql, teamId, change.name))) return { kind: 'team-name-taken' };
    else if ('isOpen' in change) await sql.query(setState, [teamId, stateOf(change)]);
    else if ('newCode' in change) await sql.query(renewCode, [teamId]);
    else if ('leg' in change) {
      const refusal = await changeLeg(sql, teamId, change);
      if (refusal) return { kind: refusal };
    }
    const detail = {
      team: teamId,
      ...('remove' in change && { removed: change.remove }),
      ...('leg' in change && { runs: change.registrationId, leg: change.leg }),
    };
    await writeAudit(sql, [{ actor: 'runner', action: actionOf(change), eventId, registrationId, detail }]);
    return { kind: 'changed', teamId };
  }

  /** A runner who leaves keeps the spot. Their place in the team is free at once. */
  async #remove(sql: Sql, registrationId: string, teamId: string): Promise<boolean> {
    const [member] = await sql.query(lockMember, [registrationId, teamId]);
    if (!member) return false;
    const places = await sql.query<{ pool_id: string; number: number; block: string }>(lockPlace, [registrationId]);
    await sql.query(returnPlace, [registrationId]);
    await sql.query(freeUnits, [
      places.map(({ pool_id }) => pool_id),
      places.map(({ number }) => number),
      places.map(({ block }) => block),
    ]);
    await sql.query(leaveTeam, [registrationId]);
    return true;
  }

  order(...command: Parameters<TeamRegister['order']>): Promise<TeamOrdered> {
    return this.#postgres.transaction((sql) => this.#order(sql, ...command), { retryOn: retryOnConflictOrDuplicate });
  }

  async #order(sql: Sql, { raceId, teamId }: TeamOfRace, order: TeamOrder, isDryRun: boolean): Promise<TeamOrdered> {
    const who = 'remove' in order ? order.remove : 'leg' in order ? order.registrationId : undefined;
    // Looked at without a lock, because a team never changes its race.
    const [before] = await sql.query<Named>(findNamed, [teamId, raceId]);
    if (!before) return { kind: 'no-such-team' };
    const members = who === undefined ? [] : await sql.query<MemberRow>(findMembers, [teamId]);
    const member = members.find(({ id }) => id === who);
    if (who !== undefined && !member) return { kind: 'no-such-member' };

    if ('remove' in order && !isDryRun && !(await this.#remove(sql, order.remove, teamId)))
      return { kind: 'no-such-member' };
    if ('leg' in order) await sql.query(lockMembers, [teamId]);
    await sql.query(lockTeams, [[teamId]]);
    const [team = before] = await sql.query<Named>(findNamed, [teamId, raceId]);
    if ('name' in order && (await isTaken(sql, teamId, order.name))) return { kind: 'team-name-taken' };
    const legRefusal = 'leg' in order ? await changeLeg(sql, teamId, order, isDryRun) : undefined;
    if (legRefusal) return { kind: legRefusal };
    const ordered: TeamOrdered = {
      kind: 'ordered',
      before: { name: team.name, isOpen: team.is_open },
      ...(member && { member: memberOf(member, team.captain) }),
    };
    if (isDryRun) return ordered;
    if ('remove' in order) await keepCaptains(sql, [teamId]);
    else if ('name' in order) await rename(sql, teamId, order.name);
    else if ('isOpen' in order) await sql.query(setState, [teamId, stateOf(order)]);
    const detail = { team: teamId, ...('leg' in order && { leg: order.leg }) };
    const about = { eventId: team.event_id, ...(who !== undefined && { registrationId: who }) };
    await writeAudit(sql, [{ actor: 'director', action: actionOf(order), ...about, detail }]);
    return ordered;
  }

  async members({ raceId, teamId }: TeamOfRace) {
    const [team] = await this.#postgres.query<Named>(findNamed, [teamId, raceId]);
    if (!team) return undefined;
    const rows = await this.#postgres.query<MemberRow>(findMembers, [teamId]);
    return rows.map((row) => memberOf(row, team.captain));
  }
}

const memberOf = (row: MemberRow, captain: string | null): TeamMember => ({
  registrationId: row.id,
  name: shortName(row.runner),
  isCaptain: row.id === captain,
  ...legIn(row),
});

const stateOf = ({ isOpen }: { readonly isOpen: boolean }) => (isOpen ? 'open' : 'closed');

const actionOf = (change: TeamChange): string => {
  if ('name' in change) return 'team-renamed';
  if ('isOpen' in change) return change.isOpen ? 'team-opened' : 'team-closed';
  if ('leg' in change) return 'team-leg-changed';
  return 'newCode' in change ? 'team-code-changed' : 'team-left';
};

/** Two statements, because a unique index allows each leg once: first nobody runs the legs that change. */
const changeLeg = async (sql: Sql, teamId: string, { registrationId, leg }: LegChange, isDryRun = false) => {
  const rows = await sql.query<{ legs: number; registration_id: string; leg: number | null }>(findRelays, [[teamId]]);
  const [relay] = rows;
  if (!relay || leg > relay.legs) return 'no-such-leg';
  const member = rows.find((row) => row.registration_id === registrationId);
  if (!member) return 'no-such-member';
  if (isDryRun) return undefined;
  const others = rows.filter((row) => row.leg === leg && row !== member);
  const changing = [member, ...others].map((row) => row.registration_id);
  await sql.query(setLegs, [changing, changing.map(() => null)]);
  await sql.query(setLegs, [changing, [leg, ...others.map(() => member.leg)]]);
  return undefined;
};

const isTaken = async (sql: Sql, teamId: string, name: string): Promise<boolean> =>
  (await sql.query(findSameName, [teamId, foldTeamName(name)])).length > 0;

/** False when another team of the event has this name. */
const rename = async (sql: Sql, teamId: string, name: string): Promise<boolean> => {
  if (await isTaken(sql, teamId, name)) return false;
  await sql.query(setName, [teamId, name, foldTeamName(name)]);
  return true;
};

const findOwn = `
  SELECT r.session_hash, r.link_version, r.team_id, r.leg, o.* FROM registration r
  LEFT JOIN LATERAL (
    SELECT t.join_code, t.captain = r.id AS is_captain, ${listed} FROM team t JOIN pool p ON p.id = t.pool_id
    WHERE t.id = r.team_id
  ) o ON true
  WHERE r.id = $1 AND r.live`;

const findMembers = `
  SELECT id, runner, leg FROM registration WHERE team_id = $1 AND live ORDER BY submitted_at, id`;

const findFacts = `
  SELECT r.session_hash, r.link_version, r.event_id, r.team_id, t.captain FROM registration r LEFT JOIN team t ON t.id = r.team_id
  WHERE r.id = $1 AND r.live`;

/** Members are locked before their team, as everywhere. */
const lockMembers = `
  SELECT FROM registration WHERE team_id = $1 AND live ORDER BY id FOR NO KEY UPDATE`;

const findCaptain = 'SELECT captain FROM team WHERE id = $1';

const findNamed = `
  SELECT event_id, captain, name, state = 'open' AS is_open FROM team WHERE id = $1 AND race_id = $2`;

const findSameName = `
  SELECT FROM team t JOIN team o ON o.race_id = t.race_id AND o.event_id = t.event_id AND o.name_folded = $2
  WHERE t.id = $1 AND o.id <> t.id`;

const setName = 'UPDATE team SET name = $2, name_folded = $3 WHERE id = $1';
const setState = 'UPDATE team SET state = $2 WHERE id = $1';
const renewCode = 'UPDATE team SET join_code = DEFAULT WHERE id = $1';
