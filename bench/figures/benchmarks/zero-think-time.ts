import { type Benchmark, type Stage, sizeOf } from '../benchmark';
import { figuresOf, type Measured } from '../results';
import { number } from '../words';
import { cpuMs, failureNotes, failuresOf, whereCpuGoes } from './opening';
import { type Rush, rush } from './rush';

interface Size {
  /** Registrations of former years, the fewest first. */
  readonly rows: readonly number[];
  readonly runners: number;
  readonly within: number;
}

const sizes = {
  full: { rows: [1_000, 50_000, 500_000], runners: 10_000, within: 10 },
  short: { rows: [1_000, 50_000], runners: 1_000, within: 2 },
  /** So few at a time that the gateway refuses nobody: refusals would cost more than what is compared. */
  pair: { rows: [1_000], runners: 1_500, within: 15 },
} as const satisfies Record<string, Size>;

const measureZeroThinkTime = async ({ rows, runners, within }: Size, stage: Stage): Promise<Measured> => {
  const rushes: (Rush & { readonly rows: number })[] = [];
  for (const count of rows) rushes.push({ rows: count, ...(await rush(count, runners, within, stage)) });
  const [fewest, most] = [rushes[0], rushes.at(-1)];
  if (!fewest || !most) throw new Error('There must be at least one number of rows.');
  const invalid = rushes.flatMap(({ rows: count, validity }) =>
    validity.kind === 'void' ? validity.reasons.map((reason) => `With ${number(count)} rows: ${reason}`) : [],
  );
  const failures = rushes.flatMap(failuresOf);
  const [least, last] = [cpuMs(fewest.costs), cpuMs(most.costs)];
  return {
    kind: 'measured',
    figures: figuresOf(
      {
        committed: fewest.committedPerSecond,
        ...(rushes.length > 1 && {
          committedLast: most.committedPerSecond,
          cpuLast: last,
          flat: inGenerators(most) / inGenerators(fewest),
        }),
        cpu: least,
        failures: failures.length,
      },
      invalid,
    ),
    details: [byComponent(rushes)],
    notes: failureNotes(failures),
  };
};

/**
 * CPU of the system for each unit of CPU of the load generator. The generator does the same work whatever the database holds, so a machine that
 * gets slower meanwhile changes nothing.
 */
const inGenerators = ({ costs }: Rush): number => {
  const generator = costs.find(({ component }) => component === 'load generator')?.cpuMsPerRegistration ?? Number.NaN;
  return cpuMs(costs) / generator - 1;
};

const byComponent = (rushes: readonly (Rush & { readonly rows: number })[]) => {
  const components = [...new Set(rushes.flatMap(({ costs }) => costs.map(({ component }) => component)))];
  const msOf = (run: Rush, component: string) =>
    run.costs.find((cost) => cost.component === component)?.cpuMsPerRegistration ?? Number.NaN;
  return {
    head: ['CPU, ms a registration', ...rushes.map((run) => `${number(run.rows)} rows`)],
    rows: [
      ...components.map((component) => [component, ...rushes.map((run) => number(msOf(run, component)))]),
      ['**all**', ...rushes.map(({ costs }) => number(cpuMs(costs)))],
    ],
  };
};

export const zeroThinkTime: Benchmark = {
  id: 'zero-think-time',
  title: 'Opening with zero think time',
  baseline: 'not measured; more than 1,500 registrations a second were completed in the spike of the opening.',
  how: `${number(sizes.full.runners)} runners within ${sizes.full.within} s with zero think time for every form, in a database with ${sizes.full.rows.map(number).join(', ')} registrations of former years, a new system each time (short: ${number(sizes.short.runners)} runners; ${sizes.short.rows.map(number).join(', ')}). CPU is counted until the last mail is sent.`,
  goals: [
    {
      id: 'committed',
      name: 'registrations committed, fewest rows',
      unit: '/s',
      normalised: { by: 'registration', as: 'rate' },
      baseline: '1,500/s',
      target: { least: 700 },
      heldBy: `CPU: two cores have 2,000 ms a second; divided by the CPU of a registration, that is the highest rate. ${whereCpuGoes}`,
    },
    {
      id: 'committedLast',
      name: 'registrations committed, most rows',
      unit: '/s',
      normalised: { by: 'registration', as: 'rate' },
    },
    {
      id: 'cpu',
      name: 'CPU for a registration, everything included, fewest rows',
      unit: 'ms',
      normalised: { by: 'registration', as: 'cost' },
      target: { most: 3 },
      heldBy: whereCpuGoes,
    },
    {
      id: 'cpuLast',
      name: 'the same, most rows',
      unit: 'ms',
      normalised: { by: 'registration', as: 'cost' },
      target: { most: 3 },
      heldBy: whereCpuGoes,
    },
    {
      id: 'flat',
      name: 'CPU with most rows to CPU with fewest, each to that of the generator',
      unit: '',
      target: { most: 1.15 },
      heldBy: 'The table below shows which component grew. Only PostgreSQL depends on the number of rows.',
    },
    { id: 'failures', name: 'checks of the books that failed', unit: '', target: { most: 0 } },
  ],
  measure: (stage) => measureZeroThinkTime(sizeOf(sizes, stage.size), stage),
};
