import type { Benchmark, Goal } from '../../../bench/figures/benchmark';
import { standingOf } from '../../../bench/figures/judge';
import type { Run } from '../../../bench/figures/results';
import { benchmarkWith, failedRun, runWith } from './a-benchmark';

const standing = (benchmark: Benchmark, run: Run | undefined) => {
  const [goal] = benchmark.goals;
  if (!goal) throw new Error('The benchmark has no goal.');
  return standingOf(benchmark, goal, run);
};
const opened = (value: number) => [{ goal: 'opened', value }];

test('what reaches its target is met, what does not is missed, and the target itself is enough', () => {
  expect(standing(benchmarkWith({}), runWith(opened(100)))).toBe('met');
  expect(standing(benchmarkWith({}), runWith(opened(99.9)))).toBe('missed');
  const atMost = benchmarkWith({ target: { most: 3 } });
  expect(standing(atMost, runWith(opened(3)))).toBe('met');
  expect(standing(atMost, runWith(opened(3.1)))).toBe('missed');
});

test('a void figure is never met, however good it looks', () => {
  const run = runWith([{ goal: 'opened', value: 1e9, void: ['The generator was late itself.'] }]);
  expect(standing(benchmarkWith({}), run)).toBe('void');
});

test('a CPU figure is judged by its normalised value, in either direction, and by the measured one without a calibration', () => {
  const atMost = benchmarkWith({ target: { most: 3 } });
  expect(standing(atMost, runWith([{ goal: 'opened', value: 6, normalised: 3 }]))).toBe('met');
  expect(standing(atMost, runWith([{ goal: 'opened', value: 3, normalised: 6 }]))).toBe('missed');
  expect(standing(benchmarkWith({}), runWith([{ goal: 'opened', value: 60, normalised: 120 }]))).toBe('met');
  expect(standing(atMost, runWith(opened(3)))).toBe('met');
});

test('a small crowd meets no target that is about a large one', () => {
  const benchmark = benchmarkWith({ fullOnly: true });
  expect(standing(benchmark, runWith(opened(1e9), { size: 'short' }))).toBe('needs the full run');
  expect(standing(benchmark, runWith(opened(1e9)))).toBe('met');
  expect(standing(benchmarkWith({}), runWith(opened(1e9), { size: 'short' }))).toBe('met');
});

test('what failed, was not run, or brought no number is no success', () => {
  expect(standing(benchmarkWith({}), failedRun)).toBe('failed');
  expect(standing(benchmarkWith({}), undefined)).toBe('not measured');
  expect(standing(benchmarkWith({}), runWith([]))).toBe('not measured');
  expect(standing(benchmarkWith({}), runWith(opened(Number.NaN)))).toBe('not measured');
});

test('a figure without a target is only told', () => {
  const goal: Goal = { id: 'opened', name: 'doors opened', unit: '' };
  expect(standing({ ...benchmarkWith({}), goals: [goal] }, runWith(opened(1)))).toBe('no target');
});

test('an open benchmark stays open, whatever an old run says', () => {
  const benchmark: Benchmark = { ...benchmarkWith({}), measure: undefined, open: 'there is no door yet.' };
  expect(standing(benchmark, runWith(opened(1e9)))).toBe('open');
});
