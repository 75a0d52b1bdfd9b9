import type { Benchmark } from '../../../bench/figures/benchmark';
import type { Figure, Run } from '../../../bench/figures/results';

/** A benchmark with one goal that the test chooses. */
export const benchmarkWith = (goal: Partial<Benchmark['goals'][number]>): Benchmark => ({
  id: 'doors',
  title: 'Doors',
  baseline: 'a door was opened.',
  how: 'the same door.',
  goals: [{ id: 'opened', name: 'doors opened', unit: '/s', target: { least: 100 }, ...goal }],
  measure: async () => ({ kind: 'measured', figures: [], details: [], notes: [] }),
});

/** A run of it. */
export const runWith = (figures: Figure[], made: Partial<Run['made']> = {}): Run => ({
  benchmark: 'doors',
  made: {
    date: '2026-11-22',
    commit: 'abc',
    command: 'npm run bench',
    size: 'full',
    machine: '2 cores of something, 24 GB',
    node: 'v20.20.2',
    postgres: '17.10',
    memcached: '1.6.18',
    busy: 0,
    ...made,
  },
  outcome: { kind: 'measured', figures, details: [], notes: [] },
});

export const failedRun: Run = { ...runWith([]), outcome: { kind: 'failed', why: 'the door was locked' } };
