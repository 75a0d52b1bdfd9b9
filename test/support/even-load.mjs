import Sequencer from '@jest/test-sequencer';

/** Files that take half a minute and more, and wait most of it: for whole systems, a browser, retries and time-outs. */
const waiting =
  /test[/\\](end-to-end|faults[/\\]short|attacks[/\\]attacks|deploy[/\\]deploy|bench[/\\]figures[/\\]whole|browser[/\\]accessibility|loadtest[/\\]aws[/\\]run-on-aws|operations[/\\](deploy[/\\]deploy|redrive))/;

/** Files that compute for as long. A run without a history would start the small ones of them last. */
const long = /test[/\\](lib[/\\](changes|templates)|simulator[/\\]simulator|model[/\\]conformance)/;

/** So much of the other files is between the first and the last that waits. The rest fills the gaps at the end. */
const shareBefore = 0.7;

/**
 * Jest's own order, except that files that wait lie evenly among those that compute: side by side they would leave
 * the processors without work, and started last they would leave the other workers without any.
 */
export default class EvenLoad extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const waits = sorted.filter(({ path }) => waiting.test(path));
    const rank = ({ path }) => (long.test(path) ? 0 : 1);
    // The sort is stable.
    const computes = sorted.filter(({ path }) => !waiting.test(path)).toSorted((one, other) => rank(one) - rank(other));
    const gap = Math.floor((computes.length * shareBefore) / Math.max(1, waits.length - 1));
    return [
      ...waits.flatMap((test, index) => [test, ...computes.slice(index * gap, (index + 1) * gap)]),
      ...computes.slice(waits.length * gap),
    ];
  }
}
