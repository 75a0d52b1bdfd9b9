import type { Benchmark, Goal, Target } from './benchmark';
import type { Figure, Run } from './results';

/** How one figure is judged. Only `met` is a success. */
export type Standing =
  | 'met'
  | 'missed'
  | 'void'
  | 'failed'
  | 'not measured'
  | 'open'
  | 'needs the full run'
  | 'no target';

const isMet = (target: Target, value: number): boolean =>
  'least' in target ? value >= target.least : value <= target.most;

/** The figure of a goal, when the benchmark was run and has one. */
export const takenOf = ({ id }: Goal, run: Run | undefined): Figure | undefined =>
  run?.outcome.kind === 'measured' ? run.outcome.figures.find(({ goal }) => goal === id) : undefined;

/**
 * A CPU figure is judged by its normalised value; where there was no calibration, by the measured one.
 * A void figure never meets its target, however good it looks. A figure of a small crowd does not meet it either, if
 * the target is about a large one.
 */
export const standingOf = (benchmark: Benchmark, goal: Goal, run: Run | undefined): Standing => {
  if (benchmark.open !== undefined) return 'open';
  if (!run) return 'not measured';
  if (run.outcome.kind === 'failed') return 'failed';
  const figure = takenOf(goal, run);
  if (!figure || !Number.isFinite(figure.value)) return 'not measured';
  if (figure.void) return 'void';
  if (!goal.target) return 'no target';
  if (goal.fullOnly && run.made.size !== 'full') return 'needs the full run';
  return isMet(goal.target, figure.normalised ?? figure.value) ? 'met' : 'missed';
};
