import { instrument } from '../../lambdas/functions/wiring/connections/observability';
import { differenceNames } from '../../lambdas/watch/differences';
import type { Watched } from '../../lambdas/watch/watch-invariants';
import { watchWorker } from '../../lambdas/watch/worker';

let lines: Record<string, unknown>[];
let metrics: Record<string, unknown>[];

beforeEach(() => {
  process.env.POWERTOOLS_METRICS_DISABLED = 'false';
  lines = [];
  metrics = [];
  for (const level of ['info', 'warn', 'error'] as const) {
    jest.spyOn(console, level).mockImplementation((...[line]: unknown[]) => {
      lines.push({ ...JSON.parse(String(line)), level });
    });
  }
  jest.spyOn(console, 'log').mockImplementation((...[line]: unknown[]) => {
    metrics.push(JSON.parse(String(line)));
  });
});
afterEach(() => jest.restoreAllMocks());

const none = { count: 0, samples: [] };
const clean: Watched = {
  measured: new Map(differenceNames.map((name) => [name, none])),
  standing: { left: 0, held: 0, registered: 0 },
  repaired: { payments: 0, mails: 0, counters: 0, counts: 0 },
};
const run = (watched: Watched) =>
  instrument(
    'watch-invariants',
    watchWorker(async () => watched, { keep: async () => {} }),
  )({});

test('a clean pass says so: every difference is published as zero, and nothing is logged', async () => {
  await run(clean);
  expect(lines).toEqual([]);
  expect(metrics).toHaveLength(1);
  expect(metrics[0]).toMatchObject({ service: 'watch-invariants', InvariantViolations: 0, InvariantRepairs: 0 });
  const always = differenceNames.filter((name) => name !== 'LinesStanding');
  for (const name of always) expect(metrics[0]).toHaveProperty(name, 0);
  // It has an alarm of its own, which needs no zeros.
  expect(metrics[0]).not.toHaveProperty('LinesStanding');
});

test('a line that stands still rings its own alarm, and not that of the invariants', async () => {
  await run({ ...clean, measured: new Map(clean.measured).set('LinesStanding', { count: 1, samples: ['ulm-2027'] }) });
  expect(lines).toEqual([
    expect.objectContaining({
      difference: 'LinesStanding',
      samples: ['ulm-2027'],
      see: 'docs/runbook.md, "A line stands still"',
    }),
  ]);
  expect(metrics[0]).toMatchObject({ LinesStanding: 1, InvariantViolations: 0 });
});

test('a finding is one line with ids and the heading that says what to do, and one metric', async () => {
  const measured = new Map(clean.measured)
    .set('SpotsMissing', { count: 3, samples: ['e1', 'e2'] })
    .set('PaymentsStuck', { count: 1, samples: ['r1'] });
  await run({ ...clean, measured, repaired: { ...clean.repaired, payments: 1 } });
  expect(lines).toEqual([
    expect.objectContaining({
      level: 'error',
      difference: 'SpotsMissing',
      count: 3,
      samples: ['e1', 'e2'],
      see: 'docs/runbook.md, "Spots do not add up"',
    }),
    expect.objectContaining({ level: 'warn', difference: 'PaymentsStuck', samples: ['r1'] }),
    expect.objectContaining({ level: 'warn', payments: 1 }),
  ]);
  expect(metrics[0]).toMatchObject({ SpotsMissing: 3, PaymentsStuck: 1, InvariantViolations: 4, InvariantRepairs: 1 });
});

test('a director who watches an opening sees where the spots are, also when there are none left', async () => {
  await run({ ...clean, standing: { left: 0, held: 12, registered: 488 } });
  expect(metrics[0]).toMatchObject({ SpotsLeft: 0, SpotsHeld: 12, SpotsRegistered: 488 });
});
