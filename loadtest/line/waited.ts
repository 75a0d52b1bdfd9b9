import type { Outcome } from '../people/outcome';

/** One request for a spot. Instants in milliseconds since the epoch. */
export interface Ask {
  readonly at: number;
  readonly answeredAt: number;
  /** The name of the problem. Empty: they hold a spot. */
  readonly refusal: string;
}

/** A range that somebody was told. */
export interface Told {
  /** By the document that said it, in milliseconds since the epoch. */
  readonly at: number;
  /** Seconds from then. */
  readonly from: number;
  readonly to: number;
}

/** What happened to one pass. */
export interface Waited {
  /** The bot that has this pass, from 0. Absent: an honest person. */
  readonly bot?: number;
  readonly wave: number;
  /** Undefined: its draw was not seen. */
  readonly turn: number | undefined;
  readonly looks: number;
  readonly told: readonly Told[];
  readonly asks: readonly Ask[];
  /** They did not look again, or only when it was late. */
  readonly isAway: boolean;
  /** Absent: they were not called before the run was over. */
  readonly outcome?: Outcome;
  /** When they knew that they are registered, in milliseconds since the epoch. */
  readonly registeredAt?: number;
}

/** What one run has shown. Instants in milliseconds since the epoch. */
export interface LineRun {
  readonly gun: number;
  /** The line called nobody after it, because the sale ended. */
  readonly endedAt: number;
  readonly waited: readonly Waited[];
  /** What people saw who got no pass, because of an error. */
  readonly turnedAway: readonly string[];
  /** Of the proof of the draw, in order: when the line called to which turn. */
  readonly calls: readonly Call[];
  /** The same as it was read while the line went on. */
  readonly seen: readonly Call[];
  readonly draw: { readonly isRight: boolean; readonly said: string };
  readonly books: { readonly rows: number; readonly charges: number };
  /** A test let time pass in one moment, and everybody was shown what came of it by `until`. */
  readonly jump?: { readonly from: number; readonly until: number };
}

export type Call = readonly [at: number, calledTo: number];

/** When a turn was called. */
export const calledAt = (calls: readonly Call[], turn: number): number | undefined => {
  // They ascend.
  let [low, high] = [0, calls.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((calls[middle]?.[1] ?? 0) > turn) high = middle;
    else low = middle + 1;
  }
  return calls[low]?.[0];
};
