import Sequencer from '@jest/test-sequencer';

const wholeSystems = /test[/\\](end-to-end|faults[/\\]short|attacks|deploy[/\\]deploy)/;

/**
 * Jest's own order, but for the tests that start everything: they take minutes, most of which they wait. Begun last,
 * they would leave the other workers with nothing to do.
 */
export default class WholeSystemsFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const isWhole = ({ path }) => wholeSystems.test(path);
    return [...sorted.filter(isWhole), ...sorted.filter((test) => !isWhole(test))];
  }
}
