import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addToHistory, historyOf, lastCommitOf, readHistory } from '../../../bench/figures/history';
import { committedHistory } from '../../../bench/figures/read-options';
import { benchmarkWith, failedRun, runWith } from './a-benchmark';

const benchmark = benchmarkWith({});
const beside = { seconds: 9, cores: 1, stolen: 0, load: 2, busiest: [] };

test('each figure of a run is a line, with both values, and whether it counts', () => {
  const figures = [{ goal: 'opened', value: 60, normalised: 120, void: ['It was late.'] }];
  expect(historyOf(benchmark, { ...runWith(figures, { size: 'pair' }), beside })).toEqual([
    {
      date: '2026-11-22',
      commit: 'abc',
      machine: '2 cores of something, 24 GB',
      benchmark: 'doors',
      size: 'pair',
      goal: 'opened',
      unit: '/s',
      measured: 60,
      normalised: 120,
      isVoid: true,
      isDisturbed: true,
    },
  ]);
  expect(historyOf(benchmark, failedRun)).toEqual([]);
  expect(historyOf(benchmark, runWith([{ goal: 'of another benchmark', value: 1 }]))).toEqual([]);
});

test('lines are added at the end, and what is no line is refused', () => {
  const folder = mkdtempSync(join(tmpdir(), 'startline-history-'));
  try {
    const file = join(folder, 'history.jsonl');
    expect(readHistory(file)).toEqual([]);
    const lines = [1, 2].map((value) => historyOf(benchmark, runWith([{ goal: 'opened', value }])));
    for (const line of lines) addToHistory(file, line);
    addToHistory(file, []);
    expect(readHistory(file)).toEqual(lines.flat());
    writeFileSync(file, '{"date":"today"}\n');
    expect(() => readHistory(file)).toThrow();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

const everywhere = () => true;

test('the last commit is that of a tree without other changes, and no rebase has lost it', () => {
  const at = (commit: string) => historyOf(benchmark, runWith([{ goal: 'opened', value: 1 }], { commit }));
  expect(lastCommitOf([...at('one'), ...at('two'), ...at('three+')], everywhere)).toBe('two');
  expect(lastCommitOf([...at('one'), ...at('two')], (commit) => commit === 'one')).toBe('one');
  expect(lastCommitOf(at('three+'), everywhere)).toBeUndefined();
});

test('the committed history can be read, and names a commit that the night can compare with', () =>
  expect(lastCommitOf(readHistory(committedHistory), everywhere)).toMatch(/^[0-9a-f]{10}$/));
