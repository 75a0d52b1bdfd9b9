import type { Outcome } from '../people/outcome';
import { Histogram } from '../report/histogram';

/** One second of one generator, or of several merged. */
export interface RawSecond {
  readonly second: number;
  readonly departed: number;
  /** Runners under way at the end of this second. */
  readonly running: number;
  readonly requests: number;
  readonly errors: number;
  readonly registrations: number;
  /** The worst lag of the second, in milliseconds. */
  readonly lagMs: number;
  /** Histogram.toString(), in microseconds: requests answered in this second. */
  readonly latency: string;
}

export interface RawStep {
  readonly name: string;
  readonly errors: number;
  /** Histogram.toString(), in microseconds. */
  readonly latency: string;
}

/** The load of a generator itself. */
export interface GeneratorLoad {
  readonly cpuSeconds: number;
  /** Share of one core, 0–1, over the busiest five seconds in a row. */
  readonly busiestShare: number;
  /** How late its timers were, in microseconds: Histogram.toString(). */
  readonly lateness: string;
  /** How late runners set off, the same way. */
  readonly departureLateness: string;
  readonly maxMemoryMb: number;
  readonly bytesSent: number;
  readonly bytesReceived: number;
  readonly connections: number;
}

/** What one generator measured. Plain data, because it travels between processes. */
export interface GeneratorFigures {
  readonly steps: readonly RawStep[];
  readonly seconds: readonly RawSecond[];
  /** Seconds from the start until the first request, the last confirmation, and the last runner's end. */
  readonly firstRequest?: number;
  readonly lastConfirmation?: number;
  readonly duration: number;
  readonly generatorLoad: GeneratorLoad;
}

/** With how it ended for each runner. */
export interface GeneratorResults extends GeneratorFigures {
  readonly outcomes: readonly Outcome[];
}

const mergedText = (texts: readonly string[]): string => {
  const sum = new Histogram();
  for (const text of texts) sum.add(Histogram.parse(text));
  return sum.toString();
};

const sumOf = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((sum, item) => sum + of(item), 0);

const groupBy = <T, K>(items: readonly T[], of: (item: T) => K): readonly (readonly T[])[] => {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const group = groups.get(of(item));
    if (group) group.push(item);
    else groups.set(of(item), [item]);
  }
  return [...groups.values()];
};

/** Merges the same second of several generators. Throws when `parts` is empty. */
export const mergeSecond = (parts: readonly RawSecond[]): RawSecond => {
  const [first] = parts;
  if (!first) throw new Error('There is no second to merge.');
  return {
    second: first.second,
    departed: sumOf(parts, ({ departed }) => departed),
    running: sumOf(parts, ({ running }) => running),
    requests: sumOf(parts, ({ requests }) => requests),
    errors: sumOf(parts, ({ errors }) => errors),
    registrations: sumOf(parts, ({ registrations }) => registrations),
    lagMs: Math.max(...parts.map(({ lagMs }) => lagMs)),
    latency: mergedText(parts.map(({ latency }) => latency)),
  };
};

/** Merges results to those that one generator doing all the work would have. Throws when `parts` is empty. */
export const mergeResults = (parts: readonly GeneratorResults[]): GeneratorResults => ({
  outcomes: parts.flatMap(({ outcomes }) => outcomes),
  ...mergeFigures(parts),
});

export const mergeFigures = (parts: readonly GeneratorFigures[]): GeneratorFigures => {
  const generatorLoads = parts.map(({ generatorLoad }) => generatorLoad);
  if (generatorLoads.length === 0) throw new Error('There are no results to merge.');
  const moments = (of: (figures: GeneratorFigures) => number | undefined) => parts.flatMap((one) => of(one) ?? []);
  const firsts = moments(({ firstRequest }) => firstRequest);
  const lasts = moments(({ lastConfirmation }) => lastConfirmation);
  return {
    steps: groupBy(
      parts.flatMap(({ steps }) => steps),
      ({ name }) => name,
    ).map((group) => ({
      name: group[0]?.name ?? '',
      errors: sumOf(group, ({ errors }) => errors),
      latency: mergedText(group.map(({ latency }) => latency)),
    })),
    seconds: groupBy(
      parts.flatMap(({ seconds }) => seconds),
      ({ second }) => second,
    )
      .map(mergeSecond)
      .sort((a, b) => a.second - b.second),
    ...(firsts.length > 0 && { firstRequest: Math.min(...firsts) }),
    ...(lasts.length > 0 && { lastConfirmation: Math.max(...lasts) }),
    duration: Math.max(...parts.map(({ duration }) => duration)),
    generatorLoad: {
      cpuSeconds: sumOf(generatorLoads, ({ cpuSeconds }) => cpuSeconds),
      busiestShare: Math.max(...generatorLoads.map(({ busiestShare }) => busiestShare)),
      lateness: mergedText(generatorLoads.map(({ lateness }) => lateness)),
      departureLateness: mergedText(generatorLoads.map(({ departureLateness }) => departureLateness)),
      maxMemoryMb: sumOf(generatorLoads, ({ maxMemoryMb }) => maxMemoryMb),
      bytesSent: sumOf(generatorLoads, ({ bytesSent }) => bytesSent),
      bytesReceived: sumOf(generatorLoads, ({ bytesReceived }) => bytesReceived),
      connections: sumOf(generatorLoads, ({ connections }) => connections),
    },
  };
};
