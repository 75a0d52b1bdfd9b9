import type { TestReport } from '../report/test-report';
import { figure, milliseconds, percent, seconds, whole } from './words';

/** A figure that tells runs apart. */
export interface KeyFigure {
  readonly name: string;
  readonly write: (value: number) => string;
  /** `undefined` where the run has none. */
  readonly value: number | undefined;
  /** Which direction is better; absent for figures that were asked for. */
  readonly better?: 'more' | 'less';
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

export const keyFigures = ({ wish, totals, steps, costs, generator }: TestReport): readonly KeyFigure[] => {
  const requests = sum(steps.map((step) => step.requests));
  const means = sum(steps.map((step) => step.latencyMs.mean * step.requests));
  const cpu = costs.flatMap(({ cpuMsPerRegistration }) => cpuMsPerRegistration ?? []);
  return [
    { name: 'Runners', write: whole, value: wish.runners },
    { name: 'Registrations', write: whole, value: totals.registrations, better: 'more' },
    { name: 'Duration', write: seconds, value: totals.seconds, better: 'less' },
    { name: 'Requests', write: whole, value: totals.requests },
    { name: 'Errors', write: percent, value: totals.errorRate, better: 'less' },
    { name: 'Peak requests a second', write: figure, value: totals.peakRequestsPerSecond, better: 'more' },
    { name: 'Peak registrations a second', write: figure, value: totals.peakRegistrationsPerSecond, better: 'more' },
    { name: 'Registrations an hour, whole run', write: whole, value: totals.hourlyWholeRun, better: 'more' },
    { name: 'Registrations an hour, first to last', write: whole, value: totals.hourlyFirstToLast, better: 'more' },
    { name: 'Requests a registration', write: figure, value: totals.requestsPerRegistration, better: 'less' },
    {
      name: 'Mean response time',
      write: milliseconds,
      value: requests === 0 ? undefined : means / requests,
      better: 'less',
    },
    {
      name: 'Slowest step, p99',
      write: milliseconds,
      value: steps.length === 0 ? undefined : Math.max(...steps.map((step) => step.latencyMs.p99)),
      better: 'less',
    },
    {
      name: 'CPU a registration, all components',
      write: milliseconds,
      value: cpu.length === 0 ? undefined : sum(cpu),
      better: 'less',
    },
    {
      name: 'Requests per CPU-second of the generator',
      write: whole,
      value: generator.requestsPerCpuSecond,
      better: 'more',
    },
    { name: 'Lag of the generator at most', write: milliseconds, value: generator.maxLagMs, better: 'less' },
    { name: 'Memory of the generator at most, MB', write: whole, value: generator.maxMemoryMb, better: 'less' },
  ];
};

export const writtenFigure = ({ value, write }: KeyFigure) => (value === undefined ? 'none' : write(value));

export interface Difference {
  /** `+12.0 %`, `the same`, or why there is no difference. */
  readonly words: string;
  readonly is: 'better' | 'worse' | 'neither';
}

/** The difference of `now` from `before`, in percent of `before`. */
export const differenceOf = (before: KeyFigure, now: KeyFigure): Difference => {
  if (before.value === undefined || now.value === undefined) return { words: 'not to be compared', is: 'neither' };
  if (before.value === now.value) return { words: 'the same', is: 'neither' };
  const isBetter = now.value > before.value === (before.better === 'more');
  const is = before.better === undefined ? 'neither' : isBetter ? 'better' : 'worse';
  if (before.value === 0) return { words: 'was 0', is };
  const share = (now.value - before.value) / before.value;
  return { words: `${share > 0 ? '+' : '−'}${percent(Math.abs(share))}`, is };
};
