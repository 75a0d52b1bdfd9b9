import type { Cache } from '../platform/cache/cache';
import type { JoinableTeam, Teams } from './ports';

/**
 * A captain who closes the team or makes another code is obeyed after this time. It belongs to no group: a captain would
 * otherwise make the whole race be loaded anew, as often as they like.
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
