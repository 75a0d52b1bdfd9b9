import type { Cache } from '../platform/cache/cache';
import type { JoinableTeam, ListedTeam, TeamLists, Teams } from './ports';

/**
 * A captain who closes the team or makes another code is obeyed after this time. It belongs to no group: a captain would
 * otherwise make the whole race be loaded again, as often as they like.
 */
const freshSeconds = 5;
/** A team that was founded just now must be found soon. */
const missingSeconds = 2;

/** Teams from the cache, so that those who try out codes do not reach the database with each of them. */
export class CachedTeams implements Teams {
  readonly #cache: Pick<Cache, 'get'>;
  readonly #teams: Teams;

  constructor(cache: Pick<Cache, 'get'>, teams: Teams) {
    this.#cache = cache;
    this.#teams = teams;
  }

  find(id: string) {
    return this.#cache.get<JoinableTeam | undefined>(`team:${id}`, () => this.#teams.find(id), {
      freshSeconds,
      missingSeconds,
    });
  }
}

/**
 * New teams and members are seen after half a minute; who founded a team sees it at once in their own registration. A list is
 * loaded again in the last fifth of its time: every 30 seconds. Until then a process keeps what it has read: thousands of teams
 * take longer to read than to list.
 */
const listSeconds = 37;

/** One value for each event: of all who ask while it is loaded, one loads it. */
export class CachedTeamLists implements TeamLists {
  readonly #cache: Pick<Cache, 'get'>;
  readonly #lists: TeamLists;

  constructor(cache: Pick<Cache, 'get'>, lists: TeamLists) {
    this.#cache = cache;
    this.#lists = lists;
  }

  ofEvent(eventId: string) {
    return this.#cache.get<readonly ListedTeam[]>(`teams:${eventId}`, () => this.#lists.ofEvent(eventId), {
      freshSeconds: listSeconds,
      processSeconds: listSeconds,
    });
  }

  find(id: string) {
    return this.#cache.get<Awaited<ReturnType<TeamLists['find']>>>(`shown-team:${id}`, () => this.#lists.find(id), {
      freshSeconds,
      missingSeconds,
    });
  }
}
