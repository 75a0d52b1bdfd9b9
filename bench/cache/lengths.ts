/** How long each part is measured, in milliseconds where not named otherwise. */
export interface Lengths {
  readonly clients: { readonly rounds: number; readonly ms: number };
  readonly levels: { readonly rounds: number; readonly ms: number };
  readonly stampedes: number;
  /** Reads of each process. */
  readonly reads: number;
  readonly faults: { readonly nodes: number; readonly calmMs: number; readonly faultMs: number };
}

/** About six minutes on an idle machine. */
export const full: Lengths = {
  // Many short rounds: on a shared machine, some of them run undisturbed.
  clients: { rounds: 30, ms: 50 },
  levels: { rounds: 5, ms: 300 },
  stampedes: 10,
  reads: 20_000,
  faults: { nodes: 3, calmMs: 3000, faultMs: 5000 },
};

/** Less than a minute, to see that it works, and the order of magnitude. */
export const short: Lengths = {
  clients: { rounds: 2, ms: 60 },
  levels: { rounds: 2, ms: 60 },
  stampedes: 3,
  reads: 2000,
  faults: { nodes: 1, calmMs: 1000, faultMs: 2000 },
};
