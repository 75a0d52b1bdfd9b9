import type { Normalising } from './calibration/normalise';
import type { Calibration, Measured, Size } from './results';

export type Target = { readonly least: number } | { readonly most: number };

/** One figure of a benchmark: what another system has reached, and what we want. */
export interface Goal {
  readonly id: string;
  readonly name: string;
  /** Empty for counts and ratios. */
  readonly unit: string;
  /** What the baseline reached, in its own words. It was measured on other machines, so it is no target. */
  readonly baseline?: string;
  /** Absent: the figure is worth knowing, and has no target. */
  readonly target?: Target;
  /** Of a figure that depends on the speed of the CPU: how it is normalised. The normalised value is judged. */
  readonly normalised?: Normalising;
  /** Only a full run has the crowd of the target. */
  readonly fullOnly?: true;
  /** Where the target is missed: what limits the figure, and what would raise it. */
  readonly heldBy?: string;
}

export interface Stage {
  readonly size: Size;
  readonly say: (news: string) => void;
  /** What the CPU of this machine was measured to need just before. */
  readonly machine?: Calibration;
  /** Stops the measurement, which then rejects. */
  readonly signal: AbortSignal;
}

interface About {
  /** As `--only` names it. */
  readonly id: string;
  readonly title: string;
  /** What the baseline measured. */
  readonly baseline: string;
  /** What is measured here. */
  readonly how: string;
  readonly goals: readonly Goal[];
}

/** One benchmark: either it can be measured, or it is open and says why. */
export type Benchmark = About &
  (
    | { readonly measure: (stage: Stage) => Promise<Measured>; readonly open?: never }
    | { readonly open: string; readonly measure?: never }
  );

/** The size of a benchmark in a run of this size. One that has none for pairs takes its short one. */
export const sizeOf = <Full, Short, Pair = Short>(
  { full, short, pair }: { readonly full: Full; readonly short: Short; readonly pair?: Pair },
  size: Size,
): Full | Short | Pair => ({ full, short, pair: pair ?? short })[size];
