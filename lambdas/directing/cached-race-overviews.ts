import type { Cache } from '../platform/cache/cache';
import type { RaceOverviews } from './ports';

/**
 * A race is counted every two seconds at most, however many people have one of its screens open: they read it again and again
 * while it sells, and the writer counts.
 */
export class CachedRaceOverviews implements RaceOverviews {
  readonly #cache: Pick<Cache, 'get' | 'invalidate'>;
  readonly #races: RaceOverviews;

  constructor(cache: Pick<Cache, 'get' | 'invalidate'>, races: RaceOverviews) {
    this.#cache = cache;
    this.#races = races;
  }

  list(raceIds: readonly string[] | undefined) {
    return this.#races.list(raceIds);
  }

  find(raceId: string) {
    // Held by no process, so that all of them forget it at once.
    return this.#cache.get(keyOf(raceId), () => this.#races.find(raceId), { freshSeconds: 2, processSeconds: 0 });
  }

  /** After a change, so that everybody reads it at once. */
  async forget(raceId: string): Promise<void> {
    // Without the cache nobody reads what is old.
    await this.#cache.invalidate(keyOf(raceId)).catch(() => {});
  }
}

const keyOf = (raceId: string) => `overview:${raceId}`;
