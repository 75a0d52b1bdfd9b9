import type { Measured } from './results';

export type Target = { readonly least: number } | { readonly most: number };

/** One figure of a line: what another has reached, and what we want. */
export interface Goal {
  readonly id: string;
  readonly name: string;
  /** Empty for counts and ratios. */
  readonly unit: string;
  /** What the seed reached, in its own words: on other machines, so it is no target. */
  readonly baseline?: string;
  /** Absent: the figure is worth knowing, and not to be reached. */
  readonly target?: Target;
  /** Only a full run has the crowd that the target is about. */
  readonly fullOnly?: true;
  /** Where the target is missed: what holds it, and what would lift it. */
  readonly heldBy?: string;
}

export interface Stage {
  readonly isShort: boolean;
  readonly say: (news: string) => void;
  /** Stops it; then it rejects. */
  readonly signal: AbortSignal;
}

interface About {
  /** As `--only` names it. */
  readonly id: string;
  readonly title: string;
  /** What was measured where the figures come from. */
  readonly baseline: string;
  /** What is measured here. */
  readonly how: string;
  readonly goals: readonly Goal[];
}

/** A line of the table: it can be measured, or it is open and says why. */
export type Benchmark = About &
  (
    | { readonly measure: (stage: Stage) => Promise<Measured>; readonly open?: never }
    | { readonly open: string; readonly measure?: never }
  );
