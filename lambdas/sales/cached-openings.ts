import type { Cache } from '../platform/cache/cache';
import type { LookAtOpening } from './look-at-opening';
import type {
  OpeningFigures,
  OpeningSamples,
  Openings,
  OutsideFigures,
  QueueLength,
  Readiness,
  SlowFigures,
} from './ports';

/** How often a race is looked at while anybody watches, in seconds, however many they are. */
const freshSeconds = { sample: 2, slow: 10, curve: 10, queues: 4, readiness: 20 };

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

interface Outside {
  readonly queues: () => Promise<readonly QueueLength[]>;
  readonly readiness: () => Promise<Readiness | undefined>;
  /** Called when a source does not answer. */
  readonly report: (error: unknown) => void;
}

/** What is asked of SQS and S3: seldom, and for all races together. A source that does not answer leaves its part out. */
export const cachedOutside = (cache: Pick<Cache, 'get'>, { queues, readiness, report }: Outside): OutsideFigures => {
  const orNothing = (error: unknown) => {
    report(error);
    return undefined;
  };
  return {
    queues: () => cache.get('live-queues', () => queues().catch(orNothing), { freshSeconds: freshSeconds.queues }),
    readiness: () =>
      cache.get('live-readiness', () => readiness().catch(orNothing), { freshSeconds: freshSeconds.readiness }),
  };
};
