import type { Wish } from '../report/test-report';
import { arrivals, poissonArrivals } from './arrivals';
import { randomOf } from './random';

export interface Planned {
  /** Number of the runner in the whole crowd, from 0. */
  readonly n: number;
  /** Milliseconds from the start. */
  readonly departure: number;
}

/** One generator of several: it takes every `of`-th runner. */
export interface Share {
  readonly index: number;
  readonly of: number;
}

/** Who sets off when, in order. The same wish gives the same plan, whichever generators carry it out. */
export const plan = (
  { runners, within, seed, arrivals: manner = 'even' }: Pick<Wish, 'runners' | 'within' | 'seed' | 'arrivals'>,
  { index, of }: Share,
): readonly Planned[] => {
  const departures = manner === 'even' ? arrivals(runners, within) : poissonArrivals(runners, within, randomOf(seed));
  return departures.flatMap((departure, n) => (n % of === index ? [{ n, departure }] : []));
};
