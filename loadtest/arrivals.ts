/**
 * When each runner sets off, in milliseconds from the start: evenly over `seconds`, fixed before the run, so that a
 * slow server cannot slow its own examiner.
 */
export const arrivals = (runners: number, seconds: number): readonly number[] =>
  Array.from({ length: runners }, (_, n) => (n * seconds * 1000) / runners);
