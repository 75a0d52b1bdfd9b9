import { Histogram } from '../../../loadtest/report/histogram';
import type { Second, StepFigures, TestReport } from '../../../loadtest/report/test-report';

/** Plausible response times: most near the middle, some far out, the same each time. */
const stepOf = (name: string, requests: number, middleMs: number): StepFigures => {
  const times = new Histogram();
  for (let n = 1; n <= requests; n++) times.record(middleMs * 1000 * (n / (requests + 1 - n)) ** 0.35);
  const at = (share: number) => times.percentile(share) / 1000;
  const latencyMs = { mean: times.mean / 1000, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: times.max / 1000 };
  return { name, requests, errors: 0, latencyMs, histogram: times.toString() };
};

export const secondOf = (second: number, crowd = 1): Second => {
  const wave = Math.exp(-(((second - 12) / 8) ** 2));
  const departed = Math.min(1000, second * 100) * crowd;
  return {
    second,
    departed,
    running: Math.round(departed * Math.max(0, 1 - second / 40)),
    requests: Math.round(300 * wave * crowd),
    errors: 0,
    registrations: Math.round(40 * wave * crowd),
    p50: 4 + 10 * wave,
    p95: 9 + 40 * wave,
    p99: 14 + 90 * wave * crowd,
    generatorLagMs: 2 + 3 * wave,
  };
};

/** A good run of 1,000 runners for 500 spots. */
export const aReport = (changes: Partial<TestReport> = {}): TestReport => ({
  id: '0199b000-0000-7000-8000-000000000001',
  startedAt: '2026-11-21T20:15:00.000Z',
  comment: 'before the new cache',
  wish: {
    scenario: 'opening',
    runners: 1000,
    within: 10,
    think: [0.5, 2],
    race: 'harbour-city-marathon',
    card: '4242424242424242',
    seed: 7,
  },
  machine: { cores: 2, model: 'A processor', memoryGb: 7.8, node: 'v24.1.0', os: 'linux 6.1' },
  version: '0.1.0',
  validity: { kind: 'valid' },
  checks: [
    { name: 'spots never oversold', expected: 'at most 500', actual: '500', holds: true },
    { name: 'cards charged', expected: '500', actual: '500', holds: true },
    { name: 'confirmations mailed', expected: '500', actual: '500', holds: true },
  ],
  endings: [
    { name: 'confirmed', runners: 500 },
    { name: 'sold-out', runners: 500 },
  ],
  steps: [stepOf('race page', 1000, 4), stepOf('hold', 1000, 12), stepOf('submit', 500, 30)],
  series: Array.from({ length: 41 }, (_, second) => secondOf(second)),
  totals: {
    requests: 6800,
    requestsPerRegistration: 13.6,
    peakRequestsPerSecond: 300,
    registrations: 500,
    peakRegistrationsPerSecond: 40,
    seconds: 40.7,
    hourlyWholeRun: 44_226,
    hourlyFirstToLast: 46_512,
    errorRate: 0,
  },
  costs: [
    { component: 'gateway and functions', cpuSeconds: 4.2, cpuMsPerRegistration: 8.4, bytes: 1_234_567 },
    { component: 'PostgreSQL', cpuSeconds: 1.1, cpuMsPerRegistration: 2.2 },
  ],
  generator: { requestsPerCpuSecond: 3200, cpuSeconds: 2.1, maxLagMs: 8, maxMemoryMb: 140 },
  ...changes,
});
