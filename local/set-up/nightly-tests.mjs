/**
 * What `npm test` leaves to `npm run nightly`: a whole deployment and whole openings with faults, because each takes minutes;
 * and benchmarks on a whole system, because they protect nothing that runners meet.
 */
export const nightlyTests = [
  'test/deploy/deploy.test.ts',
  'test/faults/short.test.ts',
  'test/bench/figures/whole-benchmarks.test.ts',
];
