/**
 * What `npm test` leaves to `npm run nightly`: a whole deployment and whole openings with faults, because each takes minutes;
 * benchmarks on a whole system, because they protect nothing that runners meet; the simulator's mutants and the changes of each
 * deployment, because they judge other tests and templates; and axe on the screens besides those of the plain way.
 */
export const nightlyTests = [
  'test/deploy/deploy.test.ts',
  'test/faults/short.test.ts',
  'test/bench/figures/whole-benchmarks.test.ts',
  'test/simulator/mutants/mutants.test.ts',
  'test/lib/changes/changes.test.ts',
  'test/browser/accessibility/forms.test.ts',
  'test/browser/accessibility/paying-and-giving.test.ts',
  'test/browser/accessibility/after-the-rush.test.ts',
];
