import type { Form } from '../../../api/form/definition/form';
import { legFaults, teamKindsOf } from '../../../api/form/team';
import type { Cache } from '../../../platform/cache/cache';
import type { Memcached } from '../../../platform/memcached/memcached';
import { log } from '../../../platform/observability';
import type { Postgres, Sql } from '../../../platform/postgres/postgres';
import type { CheckTeam, TeamChecked } from '../../../quote/ports';
import type { CachedRaces } from '../../../races/cached-races';
import { withoutHidden } from '../../../races/race';
import { accessBy } from '../../../registration/show/access';
import { MemcachedTally } from '../../../spots/limits/memcached-tally';
import { CachedTeamLists, CachedTeams } from '../../../teams/cached-teams';
import { changeTeam, orderTeam, type Prove, showOwnTeam } from '../../../teams/change-team';
import { checkJoin } from '../../../teams/check-team';
import { listTeams, showTeam } from '../../../teams/list-teams';
import { changeTeamRoutes, showOwnTeamRoutes } from '../../../teams/own-team-routes';
import { PostgresOwnTeams, PostgresTeamRegister } from '../../../teams/postgres-own-teams';
import { PostgresTeamLists, PostgresTeams } from '../../../teams/postgres-teams';
import { teamRoutes } from '../../../teams/routes';
import { cachedRegistrations } from '../changing/changes';
import { now } from '../connections/clock';
import type { openProofs } from '../connections/proofs';

type Proofs = Pick<ReturnType<typeof openProofs>, 'tokens' | 'sessions'>;

/** As with all that belongs to a registration; whose row it is, the database says. */
const proveWith =
  (tokens: Proofs['tokens']): Prove =>
  (request) =>
    accessBy(tokens, request);

/** The routes of what everybody sees of teams. */
export const teamPages = ({ races, cache, reader }: { races: CachedRaces; cache: Cache; reader: Sql }) => {
  const lists = new CachedTeamLists(cache, new PostgresTeamLists(reader));
  const shown = {
    find: async (raceId: string) => {
      const race = await races.find(raceId);
      return race && withoutHidden(race);
    },
  };
  return teamRoutes({ list: listTeams({ races: shown, lists }), show: showTeam({ races: shown, lists }) });
};

/** The route of a runner's own team. `writer`: where a team that is new is already. */
export const ownTeamPages = ({ tokens, sessions, reader, writer }: Proofs & { reader: Sql; writer: Sql }) =>
  showOwnTeamRoutes({
    sessions,
    show: showOwnTeam({
      prove: proveWith(tokens),
      recent: new PostgresOwnTeams(reader),
      latest: new PostgresOwnTeams(writer),
    }),
  });

/** Readers must not show the team of somebody who left it. */
const whoLeft = (data: Memcached) => ({
  changed: (registrationId: string) => cachedRegistrations(data).outcomes.changed(registrationId),
  report: (error: unknown) => log.warn('Somebody left a team; readers see it later.', { reason: String(error) }),
});

/** What a director orders of teams, and who is in them. */
export const openTeamOrders = (postgres: Postgres, data: Memcached) => {
  const register = new PostgresTeamRegister(postgres);
  return {
    order: orderTeam({ register, ...whoLeft(data) }),
    members: (team: Parameters<PostgresTeamRegister['members']>[0]) => register.members(team),
  };
};

/** The route by which runners change their team. */
export const teamChanges = ({ tokens, sessions }: Proofs, postgres: Postgres, data: Memcached) =>
  changeTeamRoutes({
    sessions,
    change: changeTeam({
      prove: proveWith(tokens),
      register: new PostgresTeamRegister(postgres),
      teams: new PostgresOwnTeams(postgres),
      tally: new MemcachedTally(data, (error) =>
        log.warn('Changes of teams could not be counted. Nobody is refused because of it.', { reason: String(error) }),
      ),
      ...whoLeft(data),
      now,
    }),
  });

/** What an order wants of teams: the form says which can be founded. `data`: where wrong join codes are counted. */
export const openTeamLookup = (cache: Cache, data: Memcached, reader: Sql): CheckTeam => {
  const mayJoin = checkJoin({
    teams: new CachedTeams(cache, new PostgresTeams(reader)),
    tally: new MemcachedTally(data, (error) =>
      log.warn('Wrong join codes could not be counted. Nobody is refused because of it.', { reason: String(error) }),
    ),
    now,
  });
  return async (whole, { wish, legs: wanted, ...request }) => {
    const form = whole as Form;
    const withLegs = (answer: TeamChecked, legs: number | undefined, taken?: readonly number[]): TeamChecked => {
      const faults = legFaults(wanted, legs, taken);
      return faults.length > 0 ? { kind: 'wrong-legs', faults } : answer;
    };
    if (!wish) {
      const faults = legFaults(wanted, undefined);
      return faults.length > 0 ? { kind: 'wrong-legs', faults } : undefined;
    }
    if ('join' in wish) {
      const answer = await mayJoin({ ...request, ...wish.join });
      if (answer.kind !== 'may-join') return answer;
      const { legs, takenLegs } = answer.team;
      return withLegs(answer, legs, takenLegs);
    }
    const kind = teamKindsOf(form, request.eventId).find(({ id }) => id === wish.create.kind);
    if (!kind) throw new Error(`the form has no team ${wish.create.kind}, which its own entry names`);
    const { id, size, legs } = kind;
    if (wanted.length > size) return { kind: 'too-many-people', size };
    const newTeam = { kind: id, name: wish.create.name, size, ...(legs && { legs: legs.length }) };
    return withLegs({ kind: 'founds', newTeam }, legs?.length);
  };
};
