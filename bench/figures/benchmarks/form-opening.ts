import type { TestReport } from '../../../loadtest/report/test-report';
import { runTest } from '../../../loadtest/run-test';
import { type Benchmark, type Stage, sizeOf } from '../benchmark';
import { generate } from '../generate';
import { figuresOf, type Measured } from '../results';
import { benchRace } from '../system/bench-race';
import { formWishes, fullForm } from '../system/form-race';
import { withSystem } from '../system/own-system';
import { number } from '../words';
import { cpuMs, failureNotes, failuresOf, openingWish } from './opening';

interface Size {
  readonly runners: number;
  readonly within: number;
  /** How often both kinds are measured, in turn. */
  readonly rounds: number;
}

const sizes = {
  full: { runners: 1_500, within: 20, rounds: 2 },
  short: { runners: 200, within: 5, rounds: 1 },
} as const satisfies Record<string, Size>;
const deadlineSeconds = 600;

const open = async ({ runners, within }: Size, hasForm: boolean, { signal }: Stage): Promise<TestReport> =>
  withSystem(
    // One more spot, for the canary.
    [benchRace(runners + 1)],
    async ({ system, windows }) => {
      const wish = { ...openingWish({ runners, within, think: [0, 0] }), ...(hasForm && formWishes) };
      return (await runTest({ wish, url: system.urls.page, windows, deadlineSeconds, generate, signal })).report;
    },
    hasForm ? { orders: fullForm(runners) } : {},
  );

const measureFormOpening = async (size: Size, stage: Stage): Promise<Measured> => {
  const [plain, full]: [TestReport[], TestReport[]] = [[], []];
  for (let round = 0; round < size.rounds; round++)
    for (const hasForm of round % 2 === 0 ? [false, true] : [true, false]) {
      const report = await open(size, hasForm, stage);
      stage.say(`  ${hasForm ? 'with a form' : 'plain'}: ${number(cpuMs(report.costs))} ms`);
      (hasForm ? full : plain).push(report);
    }
  const mean = (all: readonly TestReport[], of: (report: TestReport) => number) =>
    all.reduce((sum, one) => sum + of(one), 0) / all.length;
  const requestsOf = ({ totals }: TestReport) => totals.requestsPerRegistration ?? Number.NaN;
  const cpuOf = ({ costs }: TestReport) => cpuMs(costs);
  const failures = [...plain, ...full].flatMap(failuresOf);
  const reasons = [...plain, ...full].flatMap(({ validity }) => (validity.kind === 'void' ? validity.reasons : []));
  return {
    kind: 'measured',
    figures: figuresOf({
      success: (100 * mean(full, ({ totals }) => totals.registrations)) / size.runners,
      failures: failures.length,
      requests: mean(full, requestsOf),
      plainRequests: mean(plain, requestsOf),
      cpu: mean(full, cpuOf),
      plainCpu: mean(plain, cpuOf),
      ratio: mean(full, cpuOf) / mean(plain, cpuOf),
    }),
    details: [byComponent(mean, plain, full)],
    notes: [
      ...failureNotes(failures),
      // The generator's own lateness says nothing about CPU, and times of answers are no figure here.
      ...[...new Set(reasons)].map((reason) => `The generator: ${reason}`),
    ],
  };
};

const byComponent = (
  mean: (all: readonly TestReport[], of: (report: TestReport) => number) => number,
  ...kinds: readonly (readonly TestReport[])[]
) => {
  const components = [...new Set(kinds.flat().flatMap(({ costs }) => costs.map(({ component }) => component)))];
  const msOf = (name: string) => (report: TestReport) =>
    report.costs.find(({ component }) => component === name)?.cpuMsPerRegistration ?? 0;
  return {
    head: ['CPU, ms a registration', 'plain', 'with a form'],
    rows: components.map((name) => [name, ...kinds.map((reports) => number(mean(reports, msOf(name))))]),
  };
};

export const formOpening: Benchmark = {
  id: 'form-opening',
  title: 'Opening with a full form',
  baseline: 'none published.',
  how: `${number(sizes.full.runners)} runners within ${sizes.full.within} s with zero think time, in a race with five questions, a shirt for everybody in six limited sizes, hoodies for every fifth, a code that every tenth has, 10 % who donate and 5 % who want a team; the same in a plain race, ${sizes.full.rounds} times each in turn, a new system each time (short: ${sizes.short.runners} runners, once).`,
  goals: [
    { id: 'success', name: 'runners who registered', unit: '%', target: { least: 100 } },
    { id: 'failures', name: 'checks of the books that failed', unit: '', target: { most: 0 } },
    { id: 'requests', name: 'requests for a registration', unit: '', target: { most: 13.5 } },
    { id: 'plainRequests', name: 'the same in a plain race', unit: '' },
    {
      id: 'cpu',
      name: 'CPU for a registration, everything included',
      unit: 'ms',
      normalised: { by: 'registration', as: 'cost' },
    },
    { id: 'plainCpu', name: 'the same in a plain race', unit: 'ms', normalised: { by: 'registration', as: 'cost' } },
    {
      id: 'ratio',
      name: 'CPU with a full form to CPU without',
      unit: '',
      target: { most: 1.12 },
      fullOnly: true,
      heldBy: 'The table below shows which component grew.',
    },
  ],
  measure: (stage) => measureFormOpening(sizeOf(sizes, stage.size), stage),
};
