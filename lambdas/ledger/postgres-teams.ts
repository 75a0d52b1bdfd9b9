import type { Claim } from '../domain/claim';
import { dealLegs, foldTeamName, type NewTeam, teamNamesToTry } from '../domain/team';
import type { Sql } from '../platform/postgres/postgres';
import {
  addTeamPools,
  addTeams,
  enterTeams,
  findRelays,
  findTeamsOf,
  lockTeams,
  setLegs,
  settleTeams,
} from './team-sql';

/** A team and those who are in it from its beginning. */
export interface Founding extends NewTeam {
  readonly raceId: string;
  readonly eventId: string;
  /** Registrations that this transaction confirmed. The first one is the captain's. */
  readonly founders: readonly [string, ...string[]];
}

/** `places`: those of the founders, in their order. */
export interface Founded {
  readonly id: string;
  readonly places: readonly Claim[];
}

/**
 * Makes teams with all their places, before any line is written: nobody else knows of these units. Returns them by the
 * captain's registration.
 */
export const foundTeams = async (
  sql: Sql,
  newId: () => string,
  foundings: readonly Founding[],
): Promise<ReadonlyMap<string, Founded>> => {
  if (foundings.length === 0) return new Map();
  const teams = foundings.map((founding) => {
    const id = newId();
    return { ...founding, id, pool: newId(), block: newId(), names: teamNamesToTry(founding.name, id) };
  });
  await sql.query(addTeamPools, [
    teams.map(({ pool }) => pool),
    teams.map(({ raceId }) => raceId),
    teams.map(({ id }) => id),
    teams.map(({ size }) => size),
    teams.map(({ founders }) => founders.length),
    teams.map(({ block }) => block),
  ]);
  let unnamed = teams;
  for (let look = 0; unnamed.length > 0; look++) {
    const tried = unnamed.map((team) => ({ ...team, tried: team.names[look] }));
    const without = tried.find((team) => team.tried === undefined);
    if (without) throw new Error(`team ${without.id} has no name that is free`);
    const names = tried.map((team) => team.tried ?? '');
    const rows = await sql.query<{ id: string }>(addTeams, [
      tried.map(({ id }) => id),
      tried.map(({ raceId }) => raceId),
      tried.map(({ eventId }) => eventId),
      tried.map(({ kind }) => kind),
      names,
      names.map(foldTeamName),
      tried.map(({ pool }) => pool),
      tried.map(({ founders: [captain] }) => captain),
      tried.map(({ legs }) => legs ?? null),
    ]);
    const named = new Set(rows.map(({ id }) => id));
    unnamed = unnamed.filter(({ id }) => !named.has(id));
  }
  return new Map(
    teams.map(({ founders, id, pool, block }) => [
      founders[0],
      { id, places: founders.map((_, n) => ({ pool, number: n + 1, block })) },
    ]),
  );
};

interface NewMember {
  readonly registrationId: string;
  readonly team: string;
  /** The leg that they want to run, in a relay. */
  readonly leg?: number | undefined;
}

interface RelayRow {
  readonly id: string;
  readonly legs: number;
  readonly registration_id: string;
  readonly leg: number | null;
}

/** Registrations whose line has a place in a team are in it. After their lines are written. */
export const joinTeams = async (sql: Sql, members: readonly NewMember[]): Promise<void> => {
  if (members.length === 0) return;
  const teams = members.map(({ team }) => team);
  await sql.query(enterTeams, [members.map(({ registrationId }) => registrationId), teams]);
  await keepCaptains(sql, teams);
  await runLegs(sql, teams, new Map(members.map(({ registrationId, leg }) => [registrationId, leg])));
};

/** Gives each new member of a relay a leg. Call it under the lock of the team, under which all legs change. */
const runLegs = async (sql: Sql, teams: readonly string[], wanted: ReadonlyMap<string, number | undefined>) => {
  const rows = await sql.query<RelayRow>(findRelays, [[...new Set(teams)]]);
  const relays = new Map(rows.map(({ id, legs }) => [id, legs]));
  const dealt = [...relays].flatMap(([relay, legs]) => [
    ...dealLegs(
      legs,
      rows.flatMap(({ id, registration_id: registrationId, leg }) =>
        id === relay ? [{ registrationId, leg: leg ?? undefined, wanted: wanted.get(registrationId) }] : [],
      ),
    ),
  ]);
  if (dealt.length > 0) await sql.query(setLegs, [dealt.map(([id]) => id), dealt.map(([, leg]) => leg)]);
};

/** Registrations have ended, or left: their teams need a captain who is in them. */
export const leaveTeams = async (sql: Sql, registrationIds: readonly string[]): Promise<void> => {
  const teams = await sql.query<{ id: string }>(findTeamsOf, [registrationIds]);
  await keepCaptains(
    sql,
    teams.map(({ id }) => id),
  );
};

/** Two statements, because one that waits for a lock does not see what its holder committed. */
export const keepCaptains = async (sql: Sql, teams: readonly string[]): Promise<void> => {
  const ids = [...new Set(teams)];
  if (ids.length === 0) return;
  await sql.query(lockTeams, [ids]);
  await sql.query(settleTeams, [ids]);
};
