import Sequencer from '@jest/test-sequencer';

/** Files that take ten seconds and more, and wait most of it: for whole systems, a browser, retries and time-outs. */
const waiting =
  /test[/\\](end-to-end|faults[/\\]short|attacks[/\\]attacks|deploy[/\\]deploy|loadtest[/\\]aws[/\\]run-on-aws|operations[/\\](deploy[/\\]deploy|redrive)|local[/\\](queues[/\\]sqs|sources[/\\]deliver)|platform[/\\]cache[/\\]faults)/;

/** The longest of them by far, the very longest last: a run cannot end before they do. */
const longest = [/test[/\\]attacks/, /test[/\\]end-to-end/];

/** Files that compute for as long. A run without a history would start the small ones of them last. */
const long =
  /test[/\\](browser|lib[/\\](changes|templates|site)|simulator|model|feed[/\\]crowd|forms[/\\]readers|line[/\\]world|participants[/\\]files|operations[/\\]command-lines|functions[/\\]wiring|loadtest[/\\]ui[/\\]browser)/;

/**
 * So much of the other files is between the first and the last that waits. These are the long ones, more than half of the run. The
 * rest fills the gaps at the end.
 */
const shareBefore = 0.2;

/**
 * Jest's own order, except that files that wait lie evenly among those that compute: side by side they would leave
 * the processors without work, and started last they would leave the other workers without any.
 */
export default class EvenLoad extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    // The sort is stable.
    const first = (tests, pattern) => {
      const rank = ({ path }) => (pattern.test(path) ? 0 : 1);
      return tests.toSorted((one, other) => rank(one) - rank(other));
    };
    const waits = longest.reduce(
      first,
      sorted.filter(({ path }) => waiting.test(path)),
    );
    const computes = first(
      sorted.filter(({ path }) => !waiting.test(path)),
      long,
    );
    const gap = Math.floor((computes.length * shareBefore) / Math.max(1, waits.length - 1));
    return [
      ...waits.flatMap((test, index) => [test, ...computes.slice(index * gap, (index + 1) * gap)]),
      ...computes.slice(waits.length * gap),
    ];
  }
}
