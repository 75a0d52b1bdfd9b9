import type { Check, Cost, TestReport, Wish } from '../../../loadtest/report/test-report';
import { runTest } from '../../../loadtest/run-test';
import { type Benchmark, type Stage, sizeOf } from '../benchmark';
import { generate } from '../generate';
import { type Detail, figuresOf, type Measured } from '../results';
import { benchRace, benchRaceId } from '../system/bench-race';
import { withSystem } from '../system/own-system';
import { number } from '../words';

/** Simulated runners, the seconds within which all of them set off, and their seconds for each form: least and most. */
export interface Crowd {
  readonly runners: number;
  readonly within: number;
  readonly think: readonly [number, number];
}

const sizes = {
  full: { runners: 50_000, within: 30, think: [15, 60] },
  short: { runners: 2_000, within: 10, think: [2, 8] },
} as const satisfies Record<string, Crowd>;

/** Seconds. Nobody gives up before twice the time that the baseline needed would have passed. */
const deadlineSeconds = 1_800;

/** The mean response time over all requests of all steps, in milliseconds. */
export const meanOf = ({ steps }: TestReport): number => {
  const requests = steps.reduce((sum, step) => sum + step.requests, 0);
  return steps.reduce((sum, step) => sum + step.latencyMs.mean * step.requests, 0) / requests;
};

/** CPU of everything, the generator included, in milliseconds per registration. */
export const cpuMs = (costs: readonly Cost[]): number =>
  costs.reduce((sum, cost) => sum + (cost.cpuMsPerRegistration ?? Number.NaN), 0);

/** What each component used, the most expensive first. */
const costTable = (costs: readonly Cost[]): Detail => ({
  head: ['component', 'CPU, s', 'CPU, ms a registration', 'MB read and written'],
  rows: costs.map(({ component, cpuSeconds, cpuMsPerRegistration, bytes }) => [
    component,
    number(cpuSeconds),
    number(cpuMsPerRegistration ?? Number.NaN),
    bytes === undefined ? '?' : number(bytes / 1e6),
  ]),
});

/** Checks of the verdict that do not hold, in words. */
export const failuresOf = ({ checks }: { readonly checks: readonly Check[] }): readonly string[] =>
  checks.filter(({ holds }) => !holds).map((one) => `${one.name}: ${one.actual}, expected ${one.expected}`);

export const failureNotes = (failures: readonly string[]): string[] =>
  failures.map((failure) => `The verdict failed: ${failure}.`);

/** The crowd wants to run in the only race that there is. */
export const openingWish = ({ runners, within, think }: Crowd): Wish => ({
  scenario: 'opening',
  runners,
  within,
  think: [...think],
  race: benchRaceId,
  card: '4242424242424242',
  seed: 1,
  joins: 0,
});

/** The opening of a race with as many spots as runners come, in a system of its own. */
export const letOpen = async (
  crowd: Crowd,
  deadlineSeconds: number,
  { signal }: Pick<Stage, 'signal'>,
): Promise<TestReport> => {
  // One more spot, for the canary.
  const { report } = await withSystem([benchRace(crowd.runners + 1)], ({ system, windows }) =>
    runTest({ wish: openingWish(crowd), url: system.urls.page, windows, deadlineSeconds, generate, signal }),
  );
  return report;
};

const measureOpening = async (crowd: Crowd, stage: Stage): Promise<Measured> => {
  const report = await letOpen(crowd, deadlineSeconds, stage);
  const { totals, generator, validity } = report;
  const failures = failuresOf(report);
  return {
    kind: 'measured',
    figures: figuresOf(
      {
        success: (100 * totals.registrations) / runners,
        failures: failures.length,
        duration: totals.seconds,
        mean: meanOf(report),
        peak: totals.peakRequestsPerSecond,
        completions: totals.peakRegistrationsPerSecond,
        requests: totals.requestsPerRegistration ?? Number.NaN,
        cpu: cpuMs(report.costs),
        memory: generator.maxMemoryMb,
      },
      validity.kind === 'void' ? validity.reasons : [],
    ),
    details: [costTable(report.costs)],
    notes: failureNotes(failures),
  };
};

export const whereCpuGoes =
  'Where it goes: the table of components below, and by part the [profile](profile-zero-think-time.md). What would lift it: fewer hops between functions, queues, processor and SES; SES without the SDK; a processor, queues and SES that do not run on the same two cores.';

const { runners, within, think } = sizes.full;

export const opening: Benchmark = {
  id: 'opening',
  title: 'Opening',
  baseline:
    '50,000 registrations started within 30 s, 15–60 s of think time for each form; 45 web servers of 8 cores, 6 load balancers, and as many test servers as it took.',
  how: `${runners.toLocaleString('en-US')} simulated runners for as many spots, all started within ${within} s, ${think[0]}–${think[1]} s of think time for each form; everything on one machine (short: ${sizes.short.runners.toLocaleString('en-US')} runners within ${sizes.short.within} s, ${sizes.short.think[0]}–${sizes.short.think[1]} s). SES is simulated, with a quota for as many mails.`,
  goals: [
    { id: 'success', name: 'runners who registered', unit: '%', baseline: '100 %', target: { least: 100 } },
    { id: 'failures', name: 'checks of the books that failed', unit: '', baseline: 'none made', target: { most: 0 } },
    {
      id: 'duration',
      name: 'until the last was done',
      unit: 's',
      baseline: '422 s (7:02)',
      target: { most: 422 },
      fullOnly: true,
      heldBy:
        'CPU: two cores have 844 CPU-seconds in 7:02, which is 16.9 ms for each of 50,000 registrations, generator included. The table of components below says where they go; what is saved there shortens this.',
    },
    {
      id: 'mean',
      name: 'mean response',
      unit: 'ms',
      baseline: '1,500 ms',
      target: { most: 100 },
      fullOnly: true,
      heldBy:
        'Every answer waits for a core while both are busy. What would lower it: less CPU for a registration, or more cores than these two, which the generator shares. See the table of components below.',
    },
    { id: 'peak', name: 'requests, in the busiest second', unit: '/s', baseline: '4,904/s' },
    { id: 'completions', name: 'registrations, in the best second', unit: '/s', baseline: '1,500/s' },
    { id: 'requests', name: 'requests for a registration', unit: '', baseline: '16' },
    {
      id: 'cpu',
      name: 'CPU for a registration, everything included',
      unit: 'ms',
      normalised: { by: 'registration', as: 'cost' },
      target: { most: 3 },
      heldBy: whereCpuGoes,
    },
    { id: 'memory', name: 'memory of the generator', unit: 'MB', target: { most: 1_536 } },
  ],
  measure: (stage) => measureOpening(sizeOf(sizes, stage.size), stage),
};
