import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { saveReport } from '../../../loadtest/report/save-report';
import { terminalReport } from '../../../loadtest/report/terminal-report';
import { type TestReport, testReport } from '../../../loadtest/report/test-report';

const directory = mkdtempSync(join(tmpdir(), 'startline-reports-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const report: TestReport = {
  id: '0199a000-0000-7000-8000-000000000001',
  startedAt: '2026-11-21T22:00:00.000Z',
  comment: '',
  wish: { scenario: 'opening', runners: 2, within: 1, think: [0, 1], race: 'harbour', card: '42', seed: 7 },
  machine: { cores: 2, model: 'x', memoryGb: 24, node: 'v24', os: 'Linux' },
  version: '0.1.0',
  validity: { kind: 'valid' },
  checks: [{ name: 'cards charged', expected: '2', actual: '1', holds: false }],
  endings: [{ name: 'confirmed', runners: 2 }],
  steps: [
    { name: 'hold', requests: 2, errors: 0, latencyMs: { mean: 1, p50: 1, p95: 1, p99: 1, max: 1 }, histogram: 'AAAA' },
  ],
  series: [],
  totals: {
    requests: 2,
    requestsPerRegistration: 1,
    peakRequestsPerSecond: 2,
    registrations: 2,
    peakRegistrationsPerSecond: 2,
    seconds: 1,
    hourlyWholeRun: 7200,
    hourlyFirstToLast: 7200,
    errorRate: 0,
  },
  costs: [{ component: 'memcached', cpuSeconds: 0.1 }],
  generator: { requestsPerCpuSecond: 1, cpuSeconds: 1, maxLagMs: 1, maxMemoryMb: 1 },
};

test('a report is written whole, where it was asked for', () => {
  const file = saveReport(report, join(directory, 'deeper', 'run.json'));
  expect(v.parse(testReport, JSON.parse(readFileSync(file, 'utf8')))).toEqual(report);
  expect(readdirSync(join(directory, 'deeper'))).toEqual(['run.json']);
});

test('a check that does not hold is said with what was expected, and fails the run', () => {
  expect(terminalReport(report)).toContain('✗ cards charged: 1, expected 2');
  expect(terminalReport(report)).toContain('Verdict: FAILED.');
});

test('a void run says so, and why, before its verdict', () =>
  expect(terminalReport({ ...report, validity: { kind: 'void', reasons: ['It was late.'] } })).toMatch(
    /VOID: .*\n {2}It was late\.\n\nVerdict/,
  ));
