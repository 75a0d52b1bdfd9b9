/** A run of spots cut for dealing, one number after the other. Only the last of them may go back while it lasts. */
export interface Block {
  readonly id: string;
  readonly eventId: string;
  readonly numbers: readonly number[];
  /** Milliseconds since the epoch, on the database's clock. */
  readonly dealUntil: number;
}

/** The part of a block after which the next one is cut ahead of need. */
const aheadAt = 0.7;

/** Exactly one caller of a block is told to cut the next one ahead of need: who is counted past that place. */
export const cutsAhead = (block: Block, dealt: number, size: number): boolean => {
  const place = Math.ceil(block.numbers.length * aheadAt);
  return dealt - size < place && place <= dealt;
};

/** The spots of so many who were counted up to a position: for all of them or, past the block's end, for none. */
export const spotsOf = (block: Block, dealt: number, size: number): readonly number[] | undefined =>
  size <= dealt && dealt <= block.numbers.length ? block.numbers.slice(dealt - size, dealt) : undefined;

/**
 * The last numbers of a block, that so many were counted onto and that are too few for them: nobody else is dealt them,
 * because whoever comes after is counted past the end.
 */
export const tooFewFor = (block: Block, dealt: number, size: number): readonly number[] =>
  dealt > block.numbers.length ? block.numbers.slice(Math.max(0, dealt - size)) : [];

/**
 * How many numbers a block has at least that so many together are dealt from. Up to `size - 1` at its end are too few for
 * them and must go back to the ledger: of a shorter block that would be too many.
 */
export const shortestFor = (size: number): number => (size === 1 ? 1 : 4 * size);

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
