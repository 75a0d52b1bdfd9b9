/**
 * Counts what each session or address may have only so much of in a while. Losing it forgets limits, never spots; it
 * never decides who gets a spot.
 */
export interface Tally {
  /** Adds all amounts. Returns each total within its window or, at most, within the window before as well. */
  add(amounts: readonly Amount[]): Promise<readonly number[]>;
  /** Subtracts what came to nothing or was paid for. Never throws. */
  takeBack(amounts: readonly Amount[]): Promise<void>;
}

export interface Amount {
  readonly who: string;
  readonly much: number;
  /** Seconds since the epoch. */
  readonly at: number;
  /** The window's length, in seconds. */
  readonly seconds: number;
}

/** Work that a client must do before it gets more than others. Nothing is stored: everything is in the token. */
export interface Challenges {
  /** `about`: the one thing that the work is good for. */
  make(about: string, work: number, now: Date): Promise<string>;
  /** How much work is proven; 0 when the challenge is not ours, is over, or is about something else. */
  proven(proof: Proof, about: string, now: Date): Promise<number>;
}

export interface Proof {
  /** The challenge's token. */
  readonly challenge: string;
  readonly nonce: string;
}
