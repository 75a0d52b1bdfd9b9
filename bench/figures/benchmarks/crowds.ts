import type { TestReport } from '../../../loadtest/report/test-report';
import { type Benchmark, type Stage, sizeOf } from '../benchmark';
import { figuresOf, type Measured } from '../results';
import { number } from '../words';
import { type Crowd, cpuMs, failureNotes, failuresOf, letOpen, meanOf } from './opening';

/** The smaller crowd first. */
const sizes = {
  full: [
    { runners: 1_000, within: 30, think: [15, 60] },
    { runners: 30_000, within: 30, think: [15, 60] },
  ],
  short: [
    { runners: 100, within: 5, think: [1, 3] },
    { runners: 1_000, within: 5, think: [1, 3] },
  ],
} as const satisfies Record<string, readonly [Crowd, Crowd]>;

const deadlineSeconds = 1_200;

/** An opening of each size, each with a system of its own. */
export const measureCrowds = async (crowds: readonly [Crowd, Crowd], stage: Stage): Promise<Measured> => {
  const reports: { readonly runners: number; readonly report: TestReport }[] = [];
  for (const crowd of crowds) {
    const { runners } = crowd;
    stage.say(`  ${number(runners)} runners …`);
    reports.push({ runners, report: await letOpen(crowd, deadlineSeconds, stage) });
  }
  const [small, large] = reports.map(({ report }) => report);
  if (!small || !large) throw new Error('There are two crowds.');
  const why = reports.flatMap(({ runners, report: { validity } }) =>
    validity.kind === 'void' ? validity.reasons.map((reason) => `${number(runners)} runners: ${reason}`) : [],
  );
  const failures = reports.flatMap(({ report }) => failuresOf(report));
  const registered = reports.reduce((sum, { report }) => sum + report.totals.registrations, 0);
  return {
    kind: 'measured',
    figures: figuresOf(
      {
        success: (100 * registered) / reports.reduce((sum, { runners }) => sum + runners, 0),
        failures: failures.length,
        mean: meanOf(small),
        meanLarge: meanOf(large),
        duration: small.totals.seconds,
        durationLarge: large.totals.seconds,
        cpu: cpuMs(small.costs),
        cpuLarge: cpuMs(large.costs),
      },
      why,
    ),
    details: [
      {
        head: ['p99, ms', ...reports.map(({ runners }) => `${number(runners)} runners`)],
        rows: large.steps.map(({ name }) => [
          name,
          ...reports.map(({ report }) =>
            number(report.steps.find((step) => step.name === name)?.latencyMs.p99 ?? Number.NaN),
          ),
        ]),
      },
    ],
    notes: failureNotes(failures),
  };
};

const [few, many] = sizes.full;
const heldBy = 'CPU: see the table of components of the opening.';

export const crowds: Benchmark = {
  id: 'crowds',
  title: 'Openings of 1,000 and 30,000',
  baseline: 'registrations of 1,000 and of 30,000 people; the figures are not at hand.',
  how: `${number(few.runners)} simulated runners, then ${number(many.runners)}, each for as many spots, started within ${few.within} s, ${few.think[0]}–${few.think[1]} s of think time for each form (short: ${sizes.short.map(({ runners }) => number(runners)).join(' and ')} runners).`,
  goals: [
    { id: 'success', name: 'runners who registered', unit: '%', target: { least: 100 } },
    { id: 'failures', name: 'checks of the books that failed', unit: '', target: { most: 0 } },
    {
      id: 'mean',
      name: `mean response, ${number(few.runners)}`,
      unit: 'ms',
      target: { most: 100 },
      fullOnly: true,
      heldBy,
    },
    {
      id: 'meanLarge',
      name: `mean response, ${number(many.runners)}`,
      unit: 'ms',
      target: { most: 100 },
      fullOnly: true,
      heldBy,
    },
    { id: 'duration', name: `until the last was done, ${number(few.runners)}`, unit: 's' },
    { id: 'durationLarge', name: `until the last was done, ${number(many.runners)}`, unit: 's' },
    {
      id: 'cpu',
      name: `CPU for a registration, ${number(few.runners)}`,
      unit: 'ms',
      normalised: { by: 'registration', as: 'cost' },
    },
    {
      id: 'cpuLarge',
      name: `CPU for a registration, ${number(many.runners)}`,
      unit: 'ms',
      normalised: { by: 'registration', as: 'cost' },
    },
  ],
  measure: (stage) => measureCrowds(sizeOf(sizes, stage.size), stage),
};
