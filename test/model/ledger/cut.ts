import type { SalePhase } from '../../../lambdas/domain/event-sale';
import type { Reason } from '../../../lambdas/spots/blocks/block';
import { findBlock, isAnyHeld, replace, smallestWaiting } from './queries';
import { asDesigned, does, type Rules } from './rules-under-test';
import type { BlockRow, Tables } from './tables';

export interface CutRequest {
  /** The block that the caller leaves. */
  readonly left: string | undefined;
  readonly reason: Reason;
  /** The size of the group. */
  readonly size?: number;
  /** By the times of the race. */
  readonly phase: 'early' | 'open' | 'closed';
  /** The database's clock. */
  readonly now: number;
  /** The new block, if one is cut. */
  readonly fresh: Pick<BlockRow, 'id' | 'dealUntil' | 'closesAt' | 'holdSeconds'>;
  /** The same of a block for one group alone, where that differs. */
  readonly freshPrivate?: CutRequest['fresh'];
}

export type CutAnswer =
  | { readonly kind: 'block'; readonly block: BlockRow }
  | { readonly kind: 'private'; readonly block: BlockRow }
  | { readonly kind: 'too-few'; readonly sellable: number }
  | { readonly kind: 'early' | 'paused' | 'closed' | 'held' | 'waiting' | 'sold-out' };

/** The next block to deal from, or the reason why there is none. */
export const cut = (
  before: Tables,
  { left, reason, size = 1, phase, now, fresh, freshPrivate = fresh }: CutRequest,
  rules: Rules = asDesigned,
): { readonly tables: Tables; readonly answer: CutAnswer } => {
  const tables = left === undefined ? before : end(before, left, reason, now, rules);
  const current = findBlock(tables, tables.event.currentBlock);
  const isExpired = current !== undefined && (current.isClosed || current.dealUntil <= now);
  const sellable = tables.spots.filter(rules.isSellable);
  const facts = {
    phase: phaseOf(tables, phase, rules),
    current: current && { id: current.id, isExpired, numbers: current.numbers.length },
    sellable: sellable.length,
    smallestWaiting: smallestWaiting(tables),
  };
  const what = rules.nextBlockFor(facts, left, reason, size);
  if (what === 'current' && current) return { tables, answer: { kind: 'block', block: current } };
  if (what === 'current') throw new Error('There is no current block to deal from.');
  if (what !== 'cut' && what !== 'private') return { tables, answer: { kind: what } };

  const most = what === 'private' ? size : rules.blockSize(sellable.length);
  const picked = sellable.slice(0, most).map(({ number }) => number);
  const isTooShort =
    what === 'private' && picked.length < size && does(rules, 'a block for several is for all of them');
  const numbers = isTooShort ? [] : picked;
  if (numbers.length === 0 && size > 1 && sellable.length > 0)
    return { tables, answer: { kind: 'too-few', sellable: Math.min(sellable.length, size - 1) } };
  if (numbers.length === 0) return { tables, answer: { kind: isAnyHeld(tables) ? 'held' : 'sold-out' } };
  if (what === 'private') {
    const block = { ...freshPrivate, owner: null, numbers, isClosed: false };
    return { tables: insertBlock(tables, block), answer: { kind: 'private', block } };
  }
  const block = { ...fresh, owner: null, numbers, isClosed: false };
  const after = insertBlock(tables, block);
  return {
    tables: { ...after, event: { ...after.event, currentBlock: block.id } },
    answer: { kind: 'block', block },
  };
};

/** As the SQL does it (salePhase). */
const phaseOf = ({ event: { sale } }: Tables, phase: CutRequest['phase'], rules: Rules): SalePhase => {
  if (sale === 'on' || !does(rules, 'nothing is cut while the sale is paused')) return phase;
  if (sale === 'paused') return phase === 'open' ? sale : phase;
  return 'closed';
};

/** A block that nobody deals from any more ends with its last hold. */
export const end = (tables: Tables, block: string, reason: Reason, now: number, rules: Rules = asDesigned): Tables => {
  const row = findBlock(tables, block);
  const closesAt = row && !row.isClosed ? rules.endsAt(row, reason, now) : row?.closesAt;
  if (closesAt === undefined || closesAt === row?.closesAt) return tables;
  const blocks = replace(
    tables.blocks,
    ({ id }) => id === block,
    (one) => ({ ...one, closesAt }),
  );
  return { ...tables, blocks };
};

/** A block, with its spots assigned to it. */
export const insertBlock = (tables: Tables, block: BlockRow): Tables => ({
  ...tables,
  blocks: [...tables.blocks, block],
  spots: tables.spots.map((spot) => (block.numbers.includes(spot.number) ? { ...spot, block: block.id } : spot)),
});
