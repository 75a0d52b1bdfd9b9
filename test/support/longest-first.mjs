import Sequencer from '@jest/test-sequencer';

const wholeSystems = /test[/\\](end-to-end|faults[/\\]short|attacks|deploy[/\\]deploy)/;

/**
 * Jest's own order, except for the tests that start everything: they take minutes, and mostly wait. Started last, they
 * would leave the other workers without work.
 */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const isWhole = ({ path }) => wholeSystems.test(path);
    return [...sorted.filter(isWhole), ...sorted.filter((test) => !isWhole(test))];
  }
}
