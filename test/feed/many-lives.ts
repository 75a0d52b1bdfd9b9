import fc from 'fast-check';
import { mostTakenOut } from '../../lambdas/feed/taken-out';
import { type History, liveThrough, type Wrong } from './histories';

const seconds = (most: number) => fc.double({ min: 0, max: most, noNaN: true });
const aHistory: fc.Arbitrary<History> = fc.record({
  seed: fc.nat(),
  publishSeconds: fc.integer({ min: 30, max: 600 }),
  everySeconds: fc.constantFrom(0.5, 2, 10),
  burst: fc.constantFrom(1, 3, 25),
  start: seconds(400),
  sleeps: fc.array(fc.record({ at: seconds(600), seconds: seconds(600), isHidden: fc.boolean() }), { maxLength: 4 }),
  reloads: fc.array(seconds(600), { maxLength: 2 }),
  redactions: fc.array(seconds(600), { maxLength: 4 }),
  named: fc.constantFrom(0, 1, 2, mostTakenOut),
  setBack: fc.option(fc.record({ at: seconds(600), messages: fc.integer({ min: 1, max: 40 }) }), {
    nil: undefined,
    freq: 4,
  }),
  lossPercent: fc.constantFrom(0, 5, 40),
  pollAfter: fc.constantFrom(2, 5, 15),
  inHead: fc.constantFrom(10, 27, 60),
});

/** Lives through so many random histories, until one goes wrong: what went wrong, and in which; undefined: nothing. */
export const firstFault = (numRuns: number, { seed = 21, wrong }: { seed?: number; wrong?: Wrong } = {}) => {
  const { failed, counterexample, errorInstance } = fc.check(
    fc.property(aHistory, (history) => {
      const fault = liveThrough(history, wrong);
      if (fault !== undefined) throw new Error(fault);
    }),
    { numRuns, seed, endOnFailure: true },
  );
  return failed ? { fault: String(errorInstance), history: counterexample } : undefined;
};
