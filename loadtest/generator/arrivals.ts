/**
 * When each runner sets off, in milliseconds from the start: evenly over `seconds`. The moments are fixed before the
 * run, so that a slow server cannot slow the load down.
 */
export const arrivals = (runners: number, seconds: number): readonly number[] =>
  Array.from({ length: runners }, (_, n) => (n * seconds * 1000) / runners);

/**
 * The same with the clusters and gaps of a real crowd: a Poisson process. For a given number of arrivals, its moments
 * are independent and uniform; here they are sorted.
 */
export const poissonArrivals = (runners: number, seconds: number, random: () => number): readonly number[] =>
  Array.from({ length: runners }, () => random() * seconds * 1000).sort((a, b) => a - b);
