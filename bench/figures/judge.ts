import type { Benchmark, Goal, Target } from './benchmark';
import type { Run } from './results';

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

/** The measured value of a goal, when the benchmark was run and has one. */
export const takenOf = ({ id }: Goal, run: Run | undefined): number | undefined =>
  run?.outcome.kind === 'measured' ? run.outcome.figures.find(({ goal }) => goal === id)?.value : undefined;

/**
 * A void figure never meets its target, however good it looks. A figure of a small crowd does not meet it either, if
 * the target is about a large one.
 */
export const standingOf = (benchmark: Benchmark, goal: Goal, run: Run | undefined): Standing => {
  if (benchmark.open !== undefined) return 'open';
  if (!run) return 'not measured';
  if (run.outcome.kind === 'failed') return 'failed';
  const figure = run.outcome.figures.find((one) => one.goal === goal.id);
  if (!figure || !Number.isFinite(figure.value)) return 'not measured';
  if (figure.void) return 'void';
  if (!goal.target) return 'no target';
  if (goal.fullOnly && run.made.isShort) return 'needs the full run';
  return isMet(goal.target, figure.value) ? 'met' : 'missed';
};
