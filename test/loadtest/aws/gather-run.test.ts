import { gatherRun } from '../../../loadtest/aws/gather-run';
import type { Brought, Prepared } from '../../../loadtest/aws/run';
import type { GeneratorResults } from '../../../loadtest/generator/results';
import { Histogram } from '../../../loadtest/report/histogram';
import type { Machine, TestReport } from '../../../loadtest/report/test-report';
import { helloCrowd } from '../support/crowd';
import { MemoryFiles } from './memory-files';

const id = '0199a000-0000-7000-8000-000000000001';
const machine: Machine = { cores: 1, model: 'core', memoryGb: 2, node: 'v24.0.0', os: 'Linux' };
const none = new Histogram().toString();

const results: GeneratorResults = {
  outcomes: Array.from({ length: 100 }, () => ({ kind: 'done' as const })),
  steps: [],
  seconds: [],
  duration: 1,
  generatorLoad: {
    cpuSeconds: 1,
    busiestShare: 0.1,
    lateness: none,
    departureLateness: none,
    maxMemoryMb: 100,
    bytesSent: 1,
    bytesReceived: 1,
    connections: 1,
  },
};
const good: Brought = { kind: 'results', late: 0, machine, results };

/** The files of a run whose generators left these results. */
const filesWith = (brought: readonly (Brought | undefined)[]) => {
  const task = helloCrowd('http://127.0.0.1:1', brought.length * 100, 1);
  const prepared: Prepared = {
    order: { id, wish: task.wish, comment: '', version: '0.1.0' },
    startedAt: '2026-11-22T10:00:00.000Z',
    task,
    generators: brought.length,
    tellEvery: 1,
    startAt: 0,
    canary: { outcome: { kind: 'done' }, requests: 1 },
  };
  const files = new MemoryFiles();
  files.texts.set('prepared.json', JSON.stringify(prepared));
  brought.forEach((one, generator) => {
    if (one) files.texts.set(`brought/${generator}.json`, JSON.stringify(one));
  });
  return files;
};

const reportOf = async (brought: readonly (Brought | undefined)[]) => {
  const files = filesWith(brought);
  const { outcome } = await gatherRun(files);
  const report: TestReport = JSON.parse(files.texts.get('report.json') ?? '');
  return { outcome, report };
};

test('of generators that were all there in time the run is good, however many batches they are read in', async () => {
  const { outcome, report } = await reportOf(Array.from({ length: 60 }, () => good));
  expect(outcome).toBe('clean');
  expect(report.validity).toEqual({ kind: 'valid' });
  expect(report.endings).toEqual([{ name: 'done', runners: 6_001 }]);
  expect(report.generator.cpuSeconds).toBe(60);
});

test.each<[string, Brought | undefined, string]>([
  ['is taken away without a word', undefined, 'Generator 1 brought nothing home: it never began, or'],
  ['says why it has nothing', { kind: 'nothing', why: 'its machine was taken away' }, 'its machine was taken away.'],
  ['is late', { ...good, late: 2_340 }, 'Generator 1 was ready 2.3 s after the others had begun.'],
])('one of three that %s makes the run void, and the others’ figures are there', async (_, one, reason) => {
  const { outcome, report } = await reportOf([good, one, good]);
  expect(outcome).toBe('void');
  expect(report.validity).toEqual({ kind: 'void', reasons: [expect.stringContaining(reason)] });
  expect(report.endings[0]?.runners).toBeGreaterThanOrEqual(201);
});

test('where nobody brought anything home there is no report, but the reason', async () => {
  const files = filesWith([undefined, { kind: 'nothing', why: 'it has no memory left' }]);
  await expect(gatherRun(files)).rejects.toThrow('No generator brought anything home. Generator 0');
  expect(files.texts.has('report.json')).toBe(false);
});
