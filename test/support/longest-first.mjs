import Sequencer from '@jest/test-sequencer';

const wholeSystems = /test[/\\](end-to-end|faults[/\\]short|attacks|deploy[/\\]deploy|bench[/\\]figures[/\\]whole)/;

/** Small files that take half a minute and more. A run without a history would start the smallest files last. */
const long =
  /test[/\\](lib[/\\](changes|templates)|simulator[/\\]simulator|model[/\\]conformance|browser[/\\]accessibility)/;

/**
 * Jest's own order, except for the tests that take longest: those that start everything, which mostly wait, and then
 * those that compute. Started last, they would leave the other workers without work.
 */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const rank = ({ path }) => (wholeSystems.test(path) ? 0 : long.test(path) ? 1 : 2);
    // The sort is stable.
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}
