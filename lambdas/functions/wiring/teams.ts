import type { Form } from '../../api/form/question';
import { teamKindsOf } from '../../api/form/team';
import type { Cache } from '../../platform/cache/cache';
import type { Memcached } from '../../platform/memcached/memcached';
import { log } from '../../platform/observability';
import type { Sql } from '../../platform/postgres/postgres';
import type { CheckTeam } from '../../quote/ports';
import { MemcachedTally } from '../../spots/limits/memcached-tally';
import { CachedTeams } from '../../teams/cached-teams';
import { checkJoin } from '../../teams/check-team';
import { PostgresTeams } from '../../teams/postgres-teams';
import { now } from './clock';

/** What an order wants of teams: the form says which can be founded. `data`: where wrong join codes are counted. */
export const openTeamLookup = (cache: Cache, data: Memcached, reader: Sql): CheckTeam => {
  const mayJoin = checkJoin({
    teams: new CachedTeams(cache, new PostgresTeams(reader)),
    tally: new MemcachedTally(data, (error) =>
      log.warn('Wrong join codes could not be counted. Nobody is refused because of it.', { reason: String(error) }),
    ),
    now,
  });
  return async (form, { wish, people, ...request }) => {
    if ('join' in wish) return mayJoin({ ...request, ...wish.join });
    const kind = teamKindsOf(form as Form, request.eventId).find(({ id }) => id === wish.create.kind);
    if (!kind) throw new Error(`the form has no team ${wish.create.kind}, which its own entry names`);
    const { id, size } = kind;
    return people > size
      ? { kind: 'too-many-people', size }
      : { kind: 'founds', newTeam: { kind: id, name: wish.create.name, size } };
  };
};
