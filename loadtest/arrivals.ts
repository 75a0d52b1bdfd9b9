/**
 * When each runner sets off, in milliseconds from the start: evenly over `seconds`, fixed before the run, so that a
 * slow server cannot slow its own examiner.
 */
export const arrivals = (runners: number, seconds: number): readonly number[] =>
  Array.from({ length: runners }, (_, n) => (n * seconds * 1000) / runners);

/**
 * The same as a crowd comes, in clusters and gaps: a Poisson process. Given how many come, its moments are so many
 * independent ones, in order.
 */
export const poissonArrivals = (runners: number, seconds: number, random: () => number): readonly number[] =>
  Array.from({ length: runners }, () => random() * seconds * 1000).sort((a, b) => a - b);
