import type { GeneratorLoad, GeneratorResults, RawSecond } from '../generator/results';
import type { Reaction } from '../people/journey';
import { type Outcome, peopleIn, peopleOf, registeredBy } from '../people/outcome';
import { Histogram } from './histogram';
import type { GeneratorFigures, Second, StepFigures, TestReport, Totals } from './test-report';

/** Milliseconds, of a histogram in microseconds. */
const latencyOf = (histogram: Histogram) => ({
  mean: histogram.mean / 1000,
  p50: histogram.percentile(0.5) / 1000,
  p95: histogram.percentile(0.95) / 1000,
  p99: histogram.percentile(0.99) / 1000,
  max: histogram.max / 1000,
});

export const secondOf = ({ latency, lagMs, ...counts }: RawSecond): Second => {
  const { p50, p95, p99 } = latencyOf(Histogram.parse(latency));
  return { ...counts, p50, p95, p99, generatorLagMs: lagMs };
};

export const stepsOf = ({ steps }: GeneratorResults): readonly StepFigures[] =>
  steps.map(({ name, errors, latency }) => {
    const histogram = Histogram.parse(latency);
    return { name, requests: histogram.count, errors, latencyMs: latencyOf(histogram), histogram: latency };
  });

export const outcomeCounts = (outcomes: readonly Outcome[]): TestReport['endings'] => {
  const counts = new Map<string, number>();
  const count = (name: string, people: number) => {
    if (people > 0) counts.set(name, (counts.get(name) ?? 0) + people);
  };
  for (const outcome of outcomes) {
    count(outcome.kind, peopleIn(outcome));
    count('stayed-home', outcome.stayedHome ?? 0);
  }
  return Array.from(counts, ([name, runners]) => ({ name, runners }));
};

/** Figures of those who came as a group; undefined when nobody did. */
export const groupsOf = (outcomes: readonly Outcome[]): TestReport['groups'] => {
  const groups = outcomes.filter((outcome) => peopleOf(outcome) > 1);
  if (groups.length === 0) return undefined;
  const confirmed = groups.filter(({ kind }) => kind === 'confirmed');
  return {
    came: groups.length,
    people: groups.reduce((sum, outcome) => sum + peopleOf(outcome), 0),
    registered: confirmed.filter((outcome) => registeredBy(outcome) === peopleOf(outcome)).length,
    withFewer: confirmed.filter((outcome) => registeredBy(outcome) < peopleOf(outcome)).length,
  };
};

/** Figures of those whose bank asked them; undefined when none did. */
export const challengesOf = (outcomes: readonly Outcome[]): TestReport['challenges'] => {
  const count = (reaction: Reaction) => outcomes.filter(({ challenge }) => challenge === reaction).length;
  const [passed, failed, abandoned] = [count('passed'), count('failed'), count('abandoned')];
  const asked = passed + failed + abandoned;
  return asked === 0 ? undefined : { asked, passed, failed, abandoned };
};

const most = (numbers: readonly number[]): number => numbers.reduce((a, b) => Math.max(a, b), 0);

/** Totals of the crowd alone, without the canary. */
export const totalsOf = ({
  outcomes,
  steps,
  seconds,
  firstRequest,
  lastConfirmation,
  duration,
}: GeneratorResults): Totals => {
  const registrations = outcomes.reduce((sum, outcome) => sum + registeredBy(outcome), 0);
  const requests = steps.reduce((sum, { latency }) => sum + Histogram.parse(latency).count, 0);
  const errors = steps.reduce((sum, step) => sum + step.errors, 0);
  const hourly = (time: number) => (time > 0 ? Math.round((registrations * 3600) / time) : 0);
  return {
    requests,
    ...(registrations > 0 && { requestsPerRegistration: requests / registrations }),
    peakRequestsPerSecond: most(seconds.map((second) => second.requests)),
    registrations,
    peakRegistrationsPerSecond: most(seconds.map((second) => second.registrations)),
    seconds: duration,
    hourlyWholeRun: hourly(duration),
    hourlyFirstToLast: hourly((lastConfirmation ?? 0) - (firstRequest ?? 0)),
    errorRate: requests > 0 ? errors / requests : 0,
  };
};

export const generatorFigures = (generatorLoad: GeneratorLoad, { requests }: Totals): GeneratorFigures => ({
  requestsPerCpuSecond: generatorLoad.cpuSeconds > 0 ? Math.round(requests / generatorLoad.cpuSeconds) : 0,
  cpuSeconds: generatorLoad.cpuSeconds,
  maxLagMs: Histogram.parse(generatorLoad.lateness).max / 1000,
  maxMemoryMb: generatorLoad.maxMemoryMb,
});
