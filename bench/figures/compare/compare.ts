import type { Benchmark, Goal } from '../benchmark';
import { takenOf } from '../judge';
import { disturbancesOf } from '../machine/disturbed';
import type { Run } from '../results';

/** Runs of one benchmark, one after the other, in two trees. */
export interface Pair {
  readonly before: Run;
  readonly after: Run;
}

/** By how much a figure may get worse. */
export const tolerance = 0.05;
/** A figure got worse only when it did in most pairs: one run that went wrong must not decide. */
const leastShareOfPairs = 0.75;
const leastQuietPairs = 2;

export type Verdict =
  | 'worse'
  | 'better'
  | 'the same'
  /** Too few pairs were quiet: nobody knows. */
  | 'not quiet'
  | 'failed'
  /** Nobody said which direction is the better one. */
  | 'only told';

export interface Compared {
  readonly goal: Goal;
  /** Values of all pairs, in their order; NaN where there was none. They are normalised where the figure can be. */
  readonly before: readonly number[];
  readonly after: readonly number[];
  /** The median of after/before less one, over the quiet pairs; where there are too few, over all. */
  readonly change: number;
  /** Highest less lowest value, as a share of the median: the larger one of both trees. */
  readonly spread: number;
  readonly quietPairs: number;
  readonly verdict: Verdict;
}

/** Holds each figure of a benchmark in one tree against the same figure in another. Figures that no run has are left out. */
export const compare = ({ goals }: Pick<Benchmark, 'goals'>, pairs: readonly Pair[]): readonly Compared[] =>
  goals.flatMap((goal) => {
    const [before, after] = [
      pairs.map((pair) => valueOfGoal(goal, pair.before)),
      pairs.map((pair) => valueOfGoal(goal, pair.after)),
    ];
    if ([...before, ...after].every(Number.isNaN) && !pairs.some(isFailed)) return [];
    const ratios = pairs.map((pair, n) => ({ isQuiet: isQuiet(goal, pair), ratio: ratioOf(before[n], after[n]) }));
    const told = ratios.filter(({ ratio }) => !Number.isNaN(ratio));
    const quiet = told.filter((one) => one.isQuiet);
    const isKnown = quiet.length >= leastQuietPairs;
    const counted = (isKnown ? quiet : told).map(({ ratio }) => ratio);
    const change = median(counted) - 1;
    const common = {
      goal,
      before,
      after,
      change,
      spread: Math.max(spreadOf(before), spreadOf(after)),
      quietPairs: quiet.length,
    };
    if (pairs.some(isFailed)) return [{ ...common, verdict: 'failed' as const }];
    const better = directionOf(goal);
    if (!better) return [{ ...common, verdict: 'only told' as const }];
    if (!isKnown) return [{ ...common, verdict: 'not quiet' as const }];
    return [{ ...common, verdict: verdictOf(better, counted) }];
  });

const verdictOf = (better: 'less' | 'more', ratios: readonly number[]): Verdict => {
  // Above 1: worse.
  const worsened = ratios.map((ratio) => (better === 'less' ? ratio : 1 / ratio));
  const most = (is: (ratio: number) => boolean) => worsened.filter(is).length >= leastShareOfPairs * worsened.length;
  if (median(worsened) > 1 + tolerance && most((ratio) => ratio > 1)) return 'worse';
  if (median(worsened) < 1 / (1 + tolerance) && most((ratio) => ratio < 1)) return 'better';
  return 'the same';
};

/** What is better; undefined: the figure only tells something. */
export const directionOf = ({ target, normalised }: Goal): 'less' | 'more' | undefined => {
  if (target) return 'least' in target ? 'more' : 'less';
  if (normalised) return normalised.as === 'cost' ? 'less' : 'more';
  return undefined;
};

/** 1: something got worse. 2: a run failed, so nobody knows. */
export const exitCodeOf = (all: readonly Compared[]): 0 | 1 | 2 => {
  if (all.some(({ verdict }) => verdict === 'worse')) return 1;
  return all.length === 0 || all.some(({ verdict }) => verdict === 'failed') ? 2 : 0;
};

const isFailed = ({ before, after }: Pair): boolean => [before, after].some(({ outcome }) => outcome.kind === 'failed');

const isQuiet = (goal: Goal, { before, after }: Pair): boolean =>
  [before, after].every((run) => disturbancesOf(run).length === 0 && !takenOf(goal, run)?.void);

const valueOfGoal = (goal: Goal, run: Run): number => {
  const figure = takenOf(goal, run);
  return figure?.normalised ?? figure?.value ?? Number.NaN;
};

const ratioOf = (before = Number.NaN, after = Number.NaN): number => (before === after ? 1 : after / before);

export const median = (values: readonly number[]): number => {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2;
};

const spreadOf = (values: readonly number[]): number => {
  const known = values.filter((value) => !Number.isNaN(value));
  const middle = median(known);
  return middle === 0 || known.length === 0 ? 0 : (Math.max(...known) - Math.min(...known)) / middle;
};
