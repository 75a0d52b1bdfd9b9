/** A run of spots cut for dealing. The n-th caller gets `numbers[n - 1]`; numbers never change. */
export interface Block {
  readonly id: string;
  readonly eventId: string;
  readonly numbers: readonly number[];
  /** Milliseconds since the epoch, on the database's clock. */
  readonly dealUntil: number;
}

/** The part of a block after which the next one is cut ahead of need. */
const aheadAt = 0.7;

/** Exactly one caller of a block is told to cut the next one ahead of need. */
export const cutsAhead = (block: Block, dealt: number): boolean => dealt === Math.ceil(block.numbers.length * aheadAt);

/** The spot of the n-th caller, or none when the block is spent. */
export const spotOf = (block: Block, dealt: number): number | undefined => block.numbers[dealt - 1];

/** How long a block is dealt from, a hold lasts, and a late message may still come in; in seconds. */
export interface Times {
  readonly deal: number;
  readonly hold: number;
  /** Queue delay and clock skew: what may pass between a hold's last instant and the writer. */
  readonly grace: number;
  /** How long somebody from the waiting list may take up an offer. */
  readonly offer: number;
}

export const times: Times = { deal: 300, hold: 600, grace: 300, offer: 86_400 };

/** A hold outlives neither its own length nor the last deal of its block by more than that. */
export const holdExpiry = (now: Date, block: Block, { hold }: Times): number =>
  Math.min(now.getTime(), block.dealUntil) + hold * 1000;
