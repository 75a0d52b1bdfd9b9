import { maxGroupSize } from '../../domain/hold';
import { isKeptForWaiters } from '../../domain/waiting';
import { minBlockSizeFor, type Reason } from './block';

/** What the ledger knows when a caller wants a block, under the event's lock and by the database's clock. */
export interface CutFacts {
  readonly phase: 'early' | 'open' | 'closed';
  /** The block that newcomers deal from, and how many numbers it was cut with. */
  readonly current?: { readonly id: string; readonly isExpired: boolean; readonly numbers: number } | undefined;
  /** How many spots are in no block, counted up to `maxSellableCounted`. */
  readonly sellable: number;
  /** The size of the smallest group on the waiting list; undefined when nobody waits. */
  readonly smallestWaiting?: number | undefined;
}

/** How many spots the next block gets: an eighth, so that near the end many processes still find some. */
export const blockSize = (sellable: number): number => Math.max(1, Math.min(256, Math.floor(sellable / 8)));

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
): 'early' | 'closed' | 'current' | 'waiting' | 'cut' | 'private' => {
  if (phase !== 'open') return phase;
  // When a block only seems expired to the caller, it is dealt from again: the database's clock counts.
  const isDealt = current !== undefined && !current.isExpired && (current.id !== left || reason === 'expired');
  if (isDealt && current.numbers >= minBlockSizeFor(size)) return 'current';
  // Nothing is sellable: what comes back goes to the waiting list, whatever the size of its groups.
  const isWaitedFor = isKeptForWaiters(sellable, smallestWaiting) || (sellable === 0 && smallestWaiting !== undefined);
  if (isWaitedFor) return 'waiting';
  // When others deal from a block that is too short for this group, that block stays theirs. An eighth of only a few
  // spots would be too short as well.
  return isDealt || blockSize(sellable) < minBlockSizeFor(size) ? 'private' : 'cut';
};
