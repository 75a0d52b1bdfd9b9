import type { Cache } from '../platform/cache/cache';
import { LastKnown } from '../platform/last-known';
import type { RaceNews, Races } from './ports';
import type { Race, RaceSummary } from './race';
import { revivedRace, revivedSummary, type Stored } from './stored-race';

type CachedRace = Stored<Race> | Race | null;
type CachedList = readonly (Stored<RaceSummary> | RaceSummary)[];

const listKey = 'races';
const raceKey = (raceId: string) => `race:${raceId}`;

/**
 * Races out of the cache: warm, nobody asks the database. A race is up to 30 s old, unless news of a change came; older
 * only while neither the cache nor the database answers.
 */
export class CachedRaces implements Races, RaceNews {
  readonly #cache: Cache;
  readonly #races: Races;
  readonly #lastList = new LastKnown<CachedList>();
  readonly #lastRaces = new LastKnown<CachedRace>();

  /** `races` is asked when the cache does not know. */
  constructor(cache: Cache, races: Races) {
    this.#cache = cache;
    this.#races = races;
  }

  async list() {
    return (await this.#list()).map(revivedSummary);
  }

  async find(raceId: string) {
    // The list knows which races there are, so asking for invented ones never reaches the database.
    if (!(await this.#list()).some(({ id }) => id === raceId)) return undefined;
    const key = raceKey(raceId);
    const load = () => this.#races.find(raceId).then((race) => race ?? null);
    const race = await this.#lastRaces.get(key, () => this.#cache.get<CachedRace>(key, load, { freshSeconds: 30 }));
    return race ? revivedRace(race) : undefined;
  }

  async changed(raceId: string) {
    this.#lastList.forget(listKey);
    this.#lastRaces.forget(raceKey(raceId));
    await Promise.all([this.#cache.invalidate(listKey), this.#cache.invalidate(raceKey(raceId))]);
  }

  #list() {
    const load = () => this.#races.list();
    return this.#lastList.get(listKey, () => this.#cache.get<CachedList>(listKey, load, { freshSeconds: 5 }));
  }
}
