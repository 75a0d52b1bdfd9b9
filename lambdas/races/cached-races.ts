import type { Cache } from '../platform/cache/cache';
import { StaleOnError } from '../platform/stale-on-error';
import {
  type ListedRace,
  type Race,
  type RaceNews,
  type Races,
  revivedRace,
  revivedSummary,
  type Stored,
} from './race';

type CachedRace = Stored<Race> | Race | undefined;
type CachedList = readonly (Stored<ListedRace> | ListedRace)[];

const listKey = 'races';
const raceKey = (raceId: string) => `race:${raceId}`;

/** Races are loaded from the standby, which may lag behind by this much. */
const settleSeconds = 10;
const inList = { freshSeconds: 60, group: listKey, settleSeconds };
/** Other cached data of a race belongs to this group too: one write forgets all of it. */
export const ofRace = (raceId: string) => ({ freshSeconds: 60, group: raceKey(raceId), settleSeconds });

const revived = new WeakMap<object, unknown>();

/** Once for each value that is read: the process hands the same one to all who ask meanwhile, and a quote asks several times. */
const revivedOnce = <Cached extends object, Revived>(cached: Cached, revive: (cached: Cached) => Revived): Revived => {
  const known = revived.get(cached) as Revived | undefined;
  if (known) return known;
  const made = revive(cached);
  revived.set(cached, made);
  return made;
};

/**
 * Races from the cache: while it is warm, the database is not asked. An announced change is visible within a second. A
 * change that was not announced is visible within a minute, and later only while neither the cache nor the database
 * answers.
 */
export class CachedRaces implements Races, RaceNews {
  readonly #cache: Pick<Cache, 'get' | 'invalidateGroup'>;
  readonly #races: Races;
  readonly #lastList = new StaleOnError<CachedList>();
  readonly #lastRaces = new StaleOnError<CachedRace>();

  /** `races` is asked when the cache has no entry. */
  constructor(cache: Pick<Cache, 'get' | 'invalidateGroup'>, races: Races) {
    this.#cache = cache;
    this.#races = races;
  }

  async list() {
    return revivedOnce(await this.#list(), (all) => all.map(revivedSummary));
  }

  async find(raceId: string) {
    // The list knows which races exist, so requests for invented ones never reach the database.
    if (!(await this.#list()).some(({ id }) => id === raceId)) return undefined;
    const key = raceKey(raceId);
    const load = () => this.#races.find(raceId);
    const race = await this.#lastRaces.get(key, () => this.#cache.get<CachedRace>(key, load, ofRace(raceId)));
    return race ? revivedOnce(race, revivedRace) : undefined;
  }

  async changed(raceId: string) {
    this.#lastList.forget(listKey);
    this.#lastRaces.forget(raceKey(raceId));
    await Promise.all([this.#cache.invalidateGroup(listKey), this.#cache.invalidateGroup(raceKey(raceId))]);
  }

  #list() {
    const load = () => this.#races.list();
    return this.#lastList.get(listKey, () => this.#cache.get<CachedList>(listKey, load, inList));
  }
}
