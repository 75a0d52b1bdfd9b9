/** A run of spots cut for dealing, one number after the other. Only the last of them may go back while it lasts. */
export interface Block {
  readonly id: string;
  readonly eventId: string;
  readonly numbers: readonly number[];
  /** Milliseconds since the epoch, on the database's clock. */
  readonly dealUntil: number;
  /** How long a hold of it lasts: the race's setting as it was when the block was cut, because it closes by the same. */
  readonly holdSeconds: number;
}

/** The part of a block after which the next one is cut ahead of need. */
const cutAheadShare = 0.7;

/** Exactly one caller of a block is told to cut the next one ahead of need: who is counted past that place. */
export const cutsAhead = (block: Block, dealt: number, size: number): boolean => {
  const place = Math.ceil(block.numbers.length * cutAheadShare);
  return dealt - size < place && place <= dealt;
};

/** The spots of so many who were counted up to a position: for all of them or, past the block's end, for none. */
export const spotsOf = (block: Block, dealt: number, size: number): readonly number[] | undefined =>
  size <= dealt && dealt <= block.numbers.length ? block.numbers.slice(dealt - size, dealt) : undefined;

/**
 * The last numbers of a block, that so many were counted onto and that are too few for them: nobody else is dealt them,
 * because whoever comes after is counted past the end.
 */
export const leftoverNumbers = (block: Block, dealt: number, size: number): readonly number[] =>
  dealt > block.numbers.length ? block.numbers.slice(Math.max(0, dealt - size)) : [];

/**
 * How many numbers a block has at least that so many together are dealt from. Up to `size - 1` at its end are too few for
 * them and must go back to the ledger: of a shorter block that would be too many.
 */
export const minBlockSizeFor = (size: number): number => (size === 1 ? 1 : 4 * size);

/** Whoever is counted to the end of a block tells that it is spent; so does the first who is counted past it, in case the other died. */
export const spends = (block: Block, dealt: number, size: number): boolean => {
  const end = block.numbers.length;
  return (dealt - size < end && end <= dealt) || (dealt - size <= end && end < dealt);
};

/** How long a block is dealt from, and a late message may still come in; in seconds. */
export interface Times {
  readonly deal: number;
  /** Queue delay and clock skew: what may pass between a hold's last instant and the writer. */
  readonly grace: number;
}

export const times: Times = { deal: 300, grace: 300 };

/**
 * Why a block is left. `spent`: it was dealt to its end. `lost`: its counter is gone, and is never made again. `expired`: its
 * last deal is past by the caller's clock. `ahead`: others deal from it still, or may: the next one is cut ahead of need, or
 * the counter does not answer this caller.
 */
export type Reason = 'spent' | 'lost' | 'expired' | 'ahead';

/**
 * How long after its last possible hold a block ends that nobody deals from any more, in seconds: for the way of a message
 * to the writer, and for clocks that differ. Of a lost one a process may know another node with its counter for a minute.
 */
export const graceAfter = { spent: 30, lost: 90, expired: undefined, ahead: undefined } as const satisfies Record<
  Reason,
  number | undefined
>;

/** When a block ends that is left at `now` for this reason; both in milliseconds since the epoch. */
export const endsAt = (
  { closesAt, holdSeconds }: { readonly closesAt: number; readonly holdSeconds: number },
  reason: Reason,
  now: number,
): number => {
  const grace = graceAfter[reason];
  return grace === undefined ? closesAt : Math.min(closesAt, now + (holdSeconds + grace) * 1000);
};

/**
 * A hold outlives neither its own length nor the last deal of its block by more than that. It counts from before its number
 * was asked for (`askedAt`, milliseconds since the epoch): who is held up afterwards holds it no longer than the block lasts.
 */
export const holdExpiry = (askedAt: number, { dealUntil, holdSeconds }: Block): number =>
  Math.min(askedAt, dealUntil) + holdSeconds * 1000;
