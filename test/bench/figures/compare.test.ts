import { compare, exitCodeOf, type Pair } from '../../../bench/figures/compare/compare';
import { orderOf } from '../../../bench/figures/compare/run-pairs';
import { sideBySide } from '../../../bench/figures/compare/side-by-side';
import type { Run } from '../../../bench/figures/results';
import { benchmarkWith, failedRun, runWith } from './a-benchmark';

const cost = benchmarkWith({ target: { most: 3 } });
const rate = benchmarkWith({ target: { least: 100 } });
const run = (value: number, more: Partial<Run> = {}): Run => ({ ...runWith([{ goal: 'opened', value }]), ...more });
const pairsOf = (values: readonly (readonly [number, number])[], more: Partial<Run> = {}): Pair[] =>
  values.map(([before, after]) => ({ before: run(before), after: run(after, more) }));
const busy: Partial<Run> = { beside: { seconds: 30, cores: 0.5, stolen: 0, load: 1, busiest: [] } };
const verdictOf = (benchmark: typeof cost, pairs: readonly Pair[]) => compare(benchmark, pairs)[0]?.verdict;

test('a cost that grew by more than a twentieth is worse, and one that grew by less is the same', () => {
  const grown = pairsOf([
    [100, 106],
    [100, 107],
    [100, 106],
  ]);
  expect(verdictOf(cost, grown)).toBe('worse');
  expect(exitCodeOf(compare(cost, grown))).toBe(1);
  const little = pairsOf([
    [100, 104],
    [100, 104],
    [100, 104],
  ]);
  expect(verdictOf(cost, little)).toBe('the same');
  expect(exitCodeOf(compare(cost, little))).toBe(0);
});

test('a rate that fell is worse, and a cost that fell is better', () => {
  const fallen = pairsOf([
    [100, 90],
    [100, 90],
  ]);
  expect(verdictOf(rate, fallen)).toBe('worse');
  expect(verdictOf(cost, fallen)).toBe('better');
  expect(exitCodeOf(compare(cost, fallen))).toBe(0);
});

test('normalised values are held against each other, where there are some', () => {
  const pair = (before: number, after: number): Pair => ({
    before: runWith([{ goal: 'opened', value: 10, normalised: before }]),
    after: runWith([{ goal: 'opened', value: 10, normalised: after }]),
  });
  expect(verdictOf(cost, [pair(10, 11), pair(10, 11)])).toBe('worse');
});

test('a machine that gets slower from run to run makes neither tree worse', () => {
  // Pairs in the order of run-pairs: each run takes a tenth more than the one before it.
  const slower = [0, 1, 2, 3].map((n) => {
    const values = { before: 0, after: 0 };
    orderOf(n).forEach((which, place) => {
      values[which] = 100 * 1.1 ** (2 * n + place);
    });
    return [values.before, values.after] as const;
  });
  expect(verdictOf(cost, pairsOf(slower))).toBe('the same');
});

test('one pair that went wrong does not decide, nor do pairs that contradict each other', () => {
  expect(
    verdictOf(
      cost,
      pairsOf([
        [100, 101],
        [100, 180],
        [100, 102],
        [100, 101],
      ]),
    ),
  ).toBe('the same');
  expect(
    verdictOf(
      cost,
      pairsOf([
        [100, 130],
        [100, 108],
        [100, 108],
        [100, 80],
        [100, 80],
      ]),
    ),
  ).toBe('the same');
});

test('only quiet pairs count, and without two of them nobody knows', () => {
  const worse = pairsOf(
    [
      [100, 150],
      [100, 150],
      [100, 150],
    ],
    busy,
  );
  expect(verdictOf(cost, worse)).toBe('not quiet');
  expect(exitCodeOf(compare(cost, worse))).toBe(0);
  expect(
    verdictOf(cost, [
      ...worse,
      ...pairsOf([
        [100, 100],
        [100, 101],
      ]),
    ]),
  ).toBe('the same');
  const late = { before: run(100), after: runWith([{ goal: 'opened', value: 150, void: ['It was late.'] }]) };
  expect(verdictOf(cost, [late, late])).toBe('not quiet');
});

test('a run that failed is no result, and what was never measured is left out', () => {
  const pairs = [
    { before: run(1), after: failedRun },
    ...pairsOf([
      [1, 1],
      [1, 1],
    ]),
  ];
  expect(verdictOf(cost, pairs)).toBe('failed');
  expect(exitCodeOf(compare(cost, pairs))).toBe(2);
  const nothing = runWith([]);
  expect(compare(cost, [{ before: nothing, after: nothing }])).toEqual([]);
  expect(exitCodeOf([])).toBe(2);
});

test('a count that stays at nothing is the same, and one that rises from nothing is worse', () => {
  expect(
    verdictOf(
      cost,
      pairsOf([
        [0, 0],
        [0, 0],
      ]),
    ),
  ).toBe('the same');
  expect(
    verdictOf(
      cost,
      pairsOf([
        [0, 1],
        [0, 2],
      ]),
    ),
  ).toBe('worse');
});

test('a figure of which nobody said what is better is only told', () => {
  const benchmark = benchmarkWith({});
  const [{ target: _, ...goal } = { target: undefined, id: '', name: '', unit: '' }] = benchmark.goals;
  expect(
    verdictOf(
      { ...benchmark, goals: [goal] },
      pairsOf([
        [1, 9],
        [1, 9],
      ]),
    ),
  ).toBe('only told');
});

test('before and after stand side by side, with the spread, every value, the parts, and what disturbed', () => {
  const withParts = (value: number, part: string, more: Partial<Run> = {}): Run => ({
    ...run(value, more),
    outcome: {
      kind: 'measured',
      figures: [{ goal: 'opened', value }],
      details: [{ head: ['CPU, ms', '1,000 rows'], rows: [['hinges', part]] }],
      notes: [],
    },
  });
  const pairs = [
    { before: withParts(10, '1,000'), after: withParts(12, '2,000') },
    { before: withParts(11, '1,200'), after: withParts(13, '2,200', busy) },
  ];
  const text = sideBySide(cost, pairs, compare(cost, pairs));
  expect(text).toContain('| doors opened | 10.5/s | 12.5/s | +19.1 % | 9.52 % | not quiet |');
  expect(text).toContain('| doors opened, before | 10 | 11 |\n| after | 12 | 13 |');
  expect(text).toContain('| hinges | 1,100 | 2,100 |');
  expect(text).toContain('- Pair 2, after: Other processes used 0.5 cores');
});

test('which tree comes first changes from pair to pair', () =>
  expect([0, 1, 2, 3].flatMap(orderOf).join(' ')).toBe('before after after before before after after before'));
