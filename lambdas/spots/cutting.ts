import type { Reason } from './ports';

/** What the ledger knows when a block is wanted, under the event's lock and by the database's clock. */
export interface CutFacts {
  readonly door: 'early' | 'open' | 'closed';
  /** The block that newcomers deal from. */
  readonly current?: { readonly id: string; readonly isExpired: boolean } | undefined;
  /** Somebody is on the waiting list: what is sellable is his. */
  readonly isWaitedFor: boolean;
}

/**
 * What becomes of a caller's wish to leave block `left`. `current`: he deals from that one. `cut`: a new block is cut,
 * if any spot is sellable. Compare-and-set, because who may ask is settled in the cache, and after a flush many may:
 * all but the first get the first one's block.
 */
export const whatToDeal = (
  { door, current, isWaitedFor }: CutFacts,
  left: string | undefined,
  reason: Reason,
): 'early' | 'closed' | 'current' | 'waiting' | 'cut' => {
  if (door !== 'open') return door;
  // A block that only seems expired to the caller is dealt from again: the clock that counts is the database's.
  if (current && !current.isExpired && (current.id !== left || reason === 'expired')) return 'current';
  return isWaitedFor ? 'waiting' : 'cut';
};

/** How many spots the next block gets: an eighth, so that many processes still find some near the end. */
export const blockSize = (sellable: number): number => Math.max(1, Math.min(256, Math.floor(sellable / 8)));
