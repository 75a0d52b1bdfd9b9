import { minBlockSizeFor, type Reason } from './block';
import { maxGroupSize } from './hold';
import { isKeptForWaiters } from './waiting';

/** What the ledger knows when a block is wanted, under the event's lock and by the database's clock. */
export interface CutFacts {
  readonly door: 'early' | 'open' | 'closed';
  /** The block that newcomers deal from, and how many numbers it was cut with. */
  readonly current?: { readonly id: string; readonly isExpired: boolean; readonly numbers: number } | undefined;
  /** How many spots are in no block; `maxSellableCounted` stands for more. */
  readonly sellable: number;
  /** Somebody is on the waiting list: the fewest spots that would serve one of them. */
  readonly smallestWaiting?: number | undefined;
}

/** How many spots the next block gets: an eighth, so that many processes still find some near the end. */
export const blockSize = (sellable: number): number => Math.max(1, Math.min(256, Math.floor(sellable / 8)));

/** More sellable spots than this change nothing about `nextBlockFor`: a block of an eighth of them serves the largest group. */
export const maxSellableCounted = 8 * minBlockSizeFor(maxGroupSize);

/**
 * What becomes of the wish of so many to leave block `left`. `current`: they deal from that one. `cut`: a new block is
 * cut for everybody, if any spot is sellable. `private`: one of exactly so many is cut for them alone, if so many are.
 * Compare-and-set, because who may ask is settled in the cache, and after a flush many may: all but the first get the
 * first one's block.
 */
export const nextBlockFor = (
  { door, current, sellable, smallestWaiting }: CutFacts,
  left: string | undefined,
  reason: Reason,
  size = 1,
): 'early' | 'closed' | 'current' | 'waiting' | 'cut' | 'private' => {
  if (door !== 'open') return door;
  // A block that only seems expired to the caller is dealt from again: the clock that counts is the database's.
  const isDealt = current !== undefined && !current.isExpired && (current.id !== left || reason === 'expired');
  if (isDealt && current.numbers >= minBlockSizeFor(size)) return 'current';
  // Nothing sellable: what comes back goes to whoever waits, however many he waits for.
  const isWaitedFor = isKeptForWaiters(sellable, smallestWaiting) || (sellable === 0 && smallestWaiting !== undefined);
  if (isWaitedFor) return 'waiting';
  // Others deal from a block that is too short for these: it stays theirs. And an eighth of little is too short, too.
  return isDealt || blockSize(sellable) < minBlockSizeFor(size) ? 'private' : 'cut';
};
