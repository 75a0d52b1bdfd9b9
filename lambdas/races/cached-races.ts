import type { Cache } from '../platform/cache/cache';
import type { Transient } from '../platform/retry';
import { StaleOnError } from '../platform/stale-on-error';
import { canaryRaceId } from './canary-race';
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

/**
 * For so many seconds after a change was announced, the list may not have it: a list is believed for a minute, and the standby that it was
 * read from may have been a minute behind.
 */
const newsSeconds = 120;

/** Thrown in place of "not found": a race or form was published, and the database that was asked does not have it yet. */
export class NotYetThereError extends Error implements Transient {
  override readonly name = 'NotYetThereError';
  readonly transient = true;
}

/** Whether a change of the race was announced so lately that a cached copy of it may be older. Throws MemcachedError. */
export const isSettling = (cache: Pick<Cache, 'isNews'>, raceId: string): Promise<boolean> =>
  cache.isNews(raceKey(raceId), settleSeconds);

const revived = new WeakMap<object, unknown>();

/** Once for each value that is read: the process hands the same one to all who ask meanwhile, and a quote asks several times. */
const revivedOnce = <Cached extends object, Revived>(cached: Cached, revive: (cached: Cached) => Revived): Revived => {
  const known = revived.get(cached) as Revived | undefined;
  if (known) return known;
  const made = revive(cached);
  revived.set(cached, made);
  return made;
};

type RacesCache = Pick<Cache, 'get' | 'invalidateGroup' | 'endGroup' | 'isNews'>;

/**
 * Races from the cache: while it is warm, the database is not asked. An announced change is visible within a second. A
 * change that was not announced is visible within a minute, and later only while neither the cache nor the database
 * answers.
 */
export class CachedRaces implements Races, RaceNews {
  readonly #cache: RacesCache;
  readonly #races: Races;
  readonly #lastList = new StaleOnError<CachedList>();
  readonly #lastRaces = new StaleOnError<CachedRace>();

  /** `races` is asked when the cache has no entry. */
  constructor(cache: RacesCache, races: Races) {
    this.#cache = cache;
    this.#races = races;
  }

  async list() {
    return revivedOnce(await this.#list(), (all) => all.map(revivedSummary));
  }

  /** Throws NotYetThereError. */
  async find(raceId: string) {
    // The list knows which races exist, so requests for invented ones never reach the database.
    if (!has(await this.#list(), raceId) && !(await this.#mayExist(raceId))) return undefined;
    const key = raceKey(raceId);
    const load = () => this.#races.find(raceId);
    const race = await this.#lastRaces.get(key, () => this.#cache.get<CachedRace>(key, load, ofRace(raceId)));
    if (!race)
      throw new NotYetThereError(
        `The race ${raceId} is published, and the database that was asked does not have it yet.`,
      );
    return revivedOnce(race, revivedRace);
  }

  async changed(raceId: string, isGone = false) {
    this.#lastList.forget(listKey);
    this.#lastRaces.forget(raceKey(raceId));
    await Promise.all([
      this.#cache.invalidateGroup(listKey),
      isGone ? this.#cache.endGroup(raceKey(raceId)) : this.#cache.invalidateGroup(raceKey(raceId)),
    ]);
  }

  #list() {
    return this.#lastList.get(listKey, () => this.#presentList());
  }

  #presentList() {
    return this.#cache.get<CachedList>(listKey, () => this.#races.list(), inList);
  }

  /**
   * Whether a race may exist that the list does not have. The list may be served stale because no other can be read, it may be older than
   * the race, or it may come from a standby that is behind.
   */
  async #mayExist(raceId: string) {
    // The race of the canary is announced like any other, and is in no list.
    if (raceId === canaryRaceId) return false;
    return has(await this.#presentList(), raceId) || (await this.#cache.isNews(raceKey(raceId), newsSeconds));
  }
}

const has = (list: CachedList, raceId: string): boolean => list.some(({ id }) => id === raceId);
