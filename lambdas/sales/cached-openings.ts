import type { Cache } from '../platform/cache/cache';
import type { LookAtOpening } from './look-at-opening';
import type { OpeningFigures, OpeningSamples, Openings, SlowFigures } from './ports';

/** How often a race is looked at while anybody watches, in seconds, however many they are. */
const freshSeconds = { sample: 2, slow: 10, curve: 10 };

/** One caller looks, and all others read what they saw: in this process, and in all processes while memcached answers. */
export class CachedOpenings implements Openings {
  readonly #cache: Pick<Cache, 'get'>;
  readonly #look: LookAtOpening;
  readonly #samples: Pick<OpeningSamples, 'curve'>;

  constructor(cache: Pick<Cache, 'get'>, look: LookAtOpening, samples: Pick<OpeningSamples, 'curve'>) {
    this.#cache = cache;
    this.#look = look;
    this.#samples = samples;
  }

  sample(raceId: string) {
    return this.#cache.get(`live:${raceId}`, () => this.#look(raceId), { freshSeconds: freshSeconds.sample });
  }

  curve(raceId: string) {
    return this.#cache.get(`live-curve:${raceId}`, () => this.#samples.curve(raceId), {
      freshSeconds: freshSeconds.curve,
    });
  }
}

/** Figures that take longer to count are as old as this. */
export const cachedSlow =
  (cache: Pick<Cache, 'get'>, figures: Pick<OpeningFigures, 'slow'>) =>
  (raceId: string): Promise<SlowFigures> =>
    cache.get(`live-slow:${raceId}`, () => figures.slow(raceId), { freshSeconds: freshSeconds.slow });
