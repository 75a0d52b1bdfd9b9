import type { CutFacts } from '../../lambdas/spots/cutting';
import type { Reason } from '../../lambdas/spots/ports';
import { asDesigned, type Law } from './law';
import { findBlock, isAnybodyWaiting, isAnyHeld } from './queries';
import type { BlockRow, Tables } from './tables';

export interface CutWish {
  /** The block the caller leaves. */
  readonly left: string | undefined;
  readonly reason: Reason;
  readonly door: CutFacts['door'];
  /** The database's clock. */
  readonly now: number;
  /** What the new block would be, if one is cut. */
  readonly fresh: Pick<BlockRow, 'id' | 'dealUntil' | 'closesAt'>;
}

export type CutAnswer =
  | { readonly kind: 'block'; readonly block: BlockRow }
  | { readonly kind: 'early' | 'closed' | 'held' | 'waiting' | 'sold-out' };

/** The block to deal from next, or why there is none. */
export const cut = (
  tables: Tables,
  { left, reason, door, now, fresh }: CutWish,
  law: Law = asDesigned,
): { readonly tables: Tables; readonly answer: CutAnswer } => {
  const current = findBlock(tables, tables.event.currentBlock);
  const isExpired = current !== undefined && (current.isClosed || current.dealUntil <= now);
  const facts = { door, current: current && { id: current.id, isExpired }, isWaitedFor: isAnybodyWaiting(tables) };
  const what = law.whatToDeal(facts, left, reason);
  if (what === 'current' && current) return { tables, answer: { kind: 'block', block: current } };
  if (what === 'current') throw new Error('There is no current block to deal from.');
  if (what !== 'cut') return { tables, answer: { kind: what } };

  const sellable = tables.spots.filter(law.isSellable);
  const numbers = sellable.slice(0, law.blockSize(sellable.length)).map(({ number }) => number);
  if (numbers.length === 0) return { tables, answer: { kind: isAnyHeld(tables) ? 'held' : 'sold-out' } };
  const block = { ...fresh, owner: null, numbers, isClosed: false };
  const after = insertBlock(tables, block);
  return {
    tables: { ...after, event: { ...after.event, currentBlock: block.id } },
    answer: { kind: 'block', block },
  };
};

/** A block, and its spots in it. */
export const insertBlock = (tables: Tables, block: BlockRow): Tables => ({
  ...tables,
  blocks: [...tables.blocks, block],
  spots: tables.spots.map((spot) => (block.numbers.includes(spot.number) ? { ...spot, block: block.id } : spot)),
});
