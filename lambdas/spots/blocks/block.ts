import type { SalePhase } from '../../domain/event-sale';
import { maxGroupSize } from '../../domain/hold';
import { isKeptForWaiters } from '../../domain/waiting';

/** A run of spots that is dealt one number after the other. While it lasts, only its last numbers may go back. */
export interface Block {
  readonly id: string;
  readonly eventId: string;
  readonly numbers: readonly number[];
  /** Milliseconds since the epoch, on the database's clock. */
  readonly dealUntil: number;
  /**
   * How long a hold from this block lasts. It is the race's setting at the moment the block was cut, because the block
   * closes by the same.
   */
  readonly holdSeconds: number;
}

/** The key of a block's counter, also for readers that only want to know how far the block is dealt. */
export const counterKey = (blockId: string) => `dealt:${blockId}`;

/** The part of a block after which the next one is cut ahead of need. */
const cutAheadShare = 0.7;

/** Tells exactly one caller of a block to cut the next one ahead of need: the one whose count passes this position. */
export const cutsAhead = (block: Block, dealt: number, size: number): boolean => {
  const place = Math.ceil(block.numbers.length * cutAheadShare);
  return dealt - size < place && place <= dealt;
};

/**
 * The spots of a group of `size` that was counted up to position `dealt`: for all of them or, past the block's end, for
 * none.
 */
export const spotsOf = (block: Block, dealt: number, size: number): readonly number[] | undefined =>
  size <= dealt && dealt <= block.numbers.length ? block.numbers.slice(dealt - size, dealt) : undefined;

/**
 * The last numbers of a block, when the group counted onto them needs more. Nobody else is dealt these numbers, because
 * every later caller is counted past the end.
 */
export const leftoverNumbers = (block: Block, dealt: number, size: number): readonly number[] =>
  dealt > block.numbers.length ? block.numbers.slice(Math.max(0, dealt - size)) : [];

/**
 * The least numbers of a block that a group of `size` is dealt from. Up to `size - 1` numbers at its end are too few
 * for a group and must go back to the ledger: from a shorter block, too large a part would go back.
 */
export const minBlockSizeFor = (size: number): number => (size === 1 ? 1 : 4 * size);

/**
 * The caller that is counted to the end of a block reports it as spent. So does the first one counted past the end, in
 * case the other died.
 */
export const spends = (block: Block, dealt: number, size: number): boolean => {
  const end = block.numbers.length;
  return (dealt - size < end && end <= dealt) || (dealt - size <= end && end < dealt);
};

/** How long a block is dealt from, and how long after that a late message may still come in; in seconds. */
export interface Times {
  readonly deal: number;
  /** Covers queue delay and clock skew: the time between a hold's last instant and the writer. */
  readonly grace: number;
}

export const times: Times = { deal: 300, grace: 300 };

/**
 * Why a caller leaves a block. `spent`: its last number was dealt. `lost`: its counter is gone and is never made again.
 * `expired`: it is past its last deal by the caller's clock. `ahead`: others may still deal from it, but the next block
 * is cut ahead of need, or the counter does not answer this caller.
 */
export type Reason = 'spent' | 'lost' | 'expired' | 'ahead';

/**
 * How long a block that nobody deals from any more stays open after its last possible hold, in seconds. This covers a
 * message's way to the writer and clocks that differ. A lost block gets more, because for a minute a process may still
 * know another node that has its counter.
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
 * When a hold ends, in milliseconds since the epoch: its own length after its number was asked for (`askedAt`) or, at
 * the latest, after the last deal of its block. It counts from before the number was dealt, so that a caller that is
 * delayed afterwards cannot hold a spot for longer than its block lasts.
 */
export const holdExpiry = (askedAt: number, { dealUntil, holdSeconds }: Block): number =>
  Math.min(askedAt, dealUntil) + holdSeconds * 1000;

/** What the ledger knows when a caller wants a block, under the event's lock and by the database's clock. */
export interface CutFacts {
  readonly phase: SalePhase;
  /** The block that newcomers deal from, and how many numbers it was cut with. */
  readonly current?: { readonly id: string; readonly isExpired: boolean; readonly numbers: number } | undefined;
  /** How many spots are in no block, counted up to `maxSellableCounted`. */
  readonly sellable: number;
  /** The size of the smallest group on the waiting list; undefined when nobody waits. */
  readonly smallestWaiting?: number | undefined;
}

/** How many spots the next block gets: an eighth, so that near the end many processes still find some. */
export const blockSize = (sellable: number): number => Math.max(1, Math.min(256, Math.floor(sellable / 8)));

/**
 * The same for units: half. There are many pools, each smaller than an event, and a crowd waits for each cut: with a
 * quarter it waits for twice as many. What a lost block keeps away until it ends is half of one size of a shirt.
 */
export const unitBlockSize = (sellable: number): number => Math.max(1, Math.min(256, Math.floor(sellable / 2)));

/** Counting further changes nothing: a block of an eighth of this serves the largest group. */
export const maxSellableCounted = 8 * minBlockSizeFor(maxGroupSize);

/**
 * Decides what a caller gets that wants to leave block `left`. `current`: deal from the current block. `cut`: a new
 * block is cut for everybody, if any spot is sellable. `private`: a block of exactly `size` is cut for this group
 * alone, if that many spots are sellable. This is a compare-and-set, because the right to ask is given by the cache,
 * and after a flush many callers have it: all but the first get the block that the first one cut.
 */
export const nextBlockFor = (
  { phase, current, sellable, smallestWaiting }: CutFacts,
  left: string | undefined,
  reason: Reason,
  size = 1,
  sizeOf = blockSize,
): Exclude<SalePhase, 'open'> | 'current' | 'waiting' | 'cut' | 'private' => {
  if (phase !== 'open') return phase;
  // When a block only seems expired to the caller, it is dealt from again: the database's clock counts.
  const isDealt = current !== undefined && !current.isExpired && (current.id !== left || reason === 'expired');
  if (isDealt && current.numbers >= minBlockSizeFor(size)) return 'current';
  // Nothing is sellable: what comes back goes to the waiting list, whatever the size of its groups.
  const isWaitedFor = isKeptForWaiters(sellable, smallestWaiting) || (sellable === 0 && smallestWaiting !== undefined);
  if (isWaitedFor) return 'waiting';
  // When others deal from a block that is too short for this group, that block stays theirs. A part of only a few spots
  // would be too short as well.
  return isDealt || sizeOf(sellable) < minBlockSizeFor(size) ? 'private' : 'cut';
};
