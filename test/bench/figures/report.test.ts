import type { Benchmark } from '../../../bench/figures/benchmark';
import { benchmarks } from '../../../bench/figures/benchmarks/all';
import { normalised, reference } from '../../../bench/figures/calibration/normalise';
import { inShort, report } from '../../../bench/figures/report';
import { figuresOf, withRun } from '../../../bench/figures/results';
import { benchmarkWith, failedRun, runWith } from './a-benchmark';

const opened = (value: number) => figuresOf({ opened: value });
const rowOf = (text: string, name: string) => text.split('\n').find((row) => row.startsWith(`| ${name} |`));

test('a figure stands beside the seed’s and its target', () => {
  const text = report([benchmarkWith({ baseline: '45/s' })], { runs: [runWith(opened(1234.4))] });
  expect(rowOf(text, 'doors opened')).toBe('| doors opened | 45/s | ≥ 100/s | 1,234/s |  | met |');
  expect(text).toContain('Run by `npm run bench` on 2026-11-22, commit abc: 2 cores of something');
  expect(text).not.toContain('The machine was shared');
});

test('a CPU figure has two values, with what the machine was calibrated by, or says that it has no calibration', () => {
  const benchmark = benchmarkWith({ normalised: { by: 'node', as: 'rate' } });
  const plain = runWith(opened(60));
  const old = report([benchmark], { runs: [plain] });
  expect(rowOf(old, 'doors opened')).toBe('| doors opened |  | ≥ 100/s | 60/s | no calibration | **missed** |');
  expect(old).toContain('No calibration.');
  const slow = { answer: 2 * reference.answer, wrk: 20, row: reference.row };
  const calibrated = normalised({ ...plain, calibration: { before: slow, after: slow } }, benchmark.goals);
  const text = report([benchmark], { runs: [calibrated] });
  expect(rowOf(text, 'doors opened')).toBe('| doors opened |  | ≥ 100/s | 60/s | 120/s | met |');
  expect(text).toContain('100 and 100 µs for an answer, 20 and 20 µs for a request of `wrk`');
  expect(text).toContain('Node needs 2 times the CPU');
});

test('what is missed says what holds it, or that nobody has looked', () => {
  const runs = [runWith(opened(5))];
  const explained = report([benchmarkWith({ heldBy: 'The hinge: see the profile.' })], { runs });
  expect(explained).toContain('**doors opened** is missed. The hinge: see the profile.');
  expect(report([benchmarkWith({})], { runs })).toContain('The limit is not known yet.');
  const met = report([benchmarkWith({ heldBy: 'The hinge.' })], { runs: [runWith(opened(500))] });
  expect(met).not.toContain('The hinge');
});

test('a void run is marked, with the reason, and meets nothing', () => {
  const text = report([benchmarkWith({})], { runs: [runWith(figuresOf({ opened: 500 }, ['It was late itself.']))] });
  expect(rowOf(text, 'doors opened')).toContain('**void**');
  expect(text).toContain('- Void: It was late itself.');
  expect(text).not.toContain('| met |');
});

test('a shared machine, a failure and a benchmark never run are told', () => {
  expect(report([benchmarkWith({})], { runs: [runWith(opened(5), { busy: 1.5 })] })).toContain(
    '**The machine was shared**',
  );
  expect(report([benchmarkWith({})], { runs: [failedRun] })).toContain('Failed: the door was locked');
  expect(report([benchmarkWith({})], { runs: [] })).toContain('Not run yet: `npm run bench -- --only doors`.');
  expect(inShort(benchmarkWith({}), failedRun)).toContain('failed');
});

test('what the machine did beside a benchmark is told, and where it disturbed', () => {
  const busiest = [{ name: 'jest', cores: 0.6 }];
  const run = {
    ...runWith(opened(500)),
    beside: { seconds: 60, cores: 0.7, stolen: 0.02, load: 1.5, busiest },
    attempts: 2,
  };
  const text = report([benchmarkWith({})], { runs: [run] });
  expect(rowOf(text, 'doors opened')).toContain('| met, disturbed |');
  expect(text).toContain('- Disturbed: Other processes used 0.7 cores (jest 0.6; limit: 0.1).');
  expect(text).toContain('Meanwhile others used 0.7 cores (jest 0.6), the hypervisor took 0.02');
  expect(text).toContain('It was run 2 times, and the least disturbed run is kept.');
  const quiet = report([benchmarkWith({})], { runs: [{ ...run, beside: { ...run.beside, cores: 0.05 } }] });
  expect(rowOf(quiet, 'doors opened')).toContain('| met |');
});

test('a benchmark that is run again takes the place of what it was, and the others stay', () => {
  const other = { ...runWith(opened(1)), benchmark: 'windows' };
  const { runs } = withRun({ runs: [runWith(opened(1)), other] }, runWith(opened(2)));
  expect(runs).toHaveLength(2);
  expect(runs).toContain(other);
  expect(runs.find(({ benchmark }) => benchmark === 'doors')).toEqual(runWith(opened(2)));
});

test('what is no number was not measured', () =>
  expect(figuresOf({ a: Number.NaN, b: Number.POSITIVE_INFINITY, c: 0 })).toEqual([{ goal: 'c', value: 0 }]));

test('every benchmark can be run', () => {
  expect(benchmarks.filter((benchmark: Benchmark) => benchmark.open !== undefined)).toEqual([]);
  expect(new Set(benchmarks.map(({ id }) => id)).size).toBe(benchmarks.length);
});
