import type { ActiveLine, LineCounts, OpenBlock } from './ports';

/** A block with spots that are neither free nor registered. They come back when it ends, but for those that are paid for by then. */
export interface BlockOut {
  /** Seconds since the epoch. */
  readonly endsAt: number;
  readonly size: number;
  /** So many of its spots nobody has registered, and nobody can be dealt. */
  readonly left: number;
  /** So many of these nobody was dealt. */
  readonly undealt: number;
  /** Its counter is gone: nobody knows how many were dealt. */
  readonly isLost: boolean;
}

/**
 * How many spots of a block come back. Never more than are left: the longer ago they were dealt, the fewer these are. `finish`: the share
 * of holds that ends in a registration. `undealtOfLost`: of a block whose counter is gone, the share of what is left that nobody was dealt.
 */
export const comesBack = ({ size, left, undealt, isLost }: BlockOut, finish: number, undealtOfLost: number): number => {
  const sure = isLost ? left * undealtOfLost : undealt;
  return sure + Math.min(left - sure, (size - sure) * (1 - finish));
};

/** They are counted so seldom: it takes as long as everything else of a tick, and they end minutes later. */
const countedAgainMs = 10_000;

type Out = ReadonlyMap<string, readonly BlockOut[]>;

/** By the ids of events, what may come back to those who wait in lines. What goes to the waiting list does not come back to them. */
export const openBlocksOut = (counts: Pick<LineCounts, 'whereLeft'>) => {
  let known: { readonly at: number; readonly of: string; readonly out: Out } | undefined;
  return async (
    lines: readonly ActiveLine[],
    now: number,
    read: (eventIds: readonly string[]) => Promise<readonly OpenBlock[]>,
  ): Promise<Out> => {
    const calling = lines.filter(({ state }) => state === 'calling').flatMap(({ events }) => events);
    const ids = calling
      .filter(({ isWaitedFor, isLeftOut }) => !isWaitedFor && !isLeftOut)
      .map(({ eventId }) => eventId);
    const of = ids.join();
    if (known?.of === of && Math.abs(now - known.at) < countedAgainMs) return known.out;
    const blocks = ids.length > 0 ? await read(ids) : [];
    const outs = await Promise.all(
      blocks.map(async (block) => [block.eventId, await blockOut(block, counts)] as const),
    );
    const out = new Map(ids.map((id) => [id, outs.flatMap(([eventId, one]) => (eventId === id ? [one] : []))]));
    known = { at: now, of, out };
    return out;
  };
};

const blockOut = async (block: OpenBlock, counts: Pick<LineCounts, 'whereLeft'>): Promise<BlockOut> => {
  const { id, size, left, endsAt, isPrivate, isDealt } = block;
  if (isPrivate) return { endsAt, size, left, undealt: 0, isLost: false };
  const { held, undealt, lost } = await counts.whereLeft({ id, size, left });
  // Of the block that is dealt from, these are free.
  const isFree = isDealt && lost === 0;
  return { endsAt, size, left: isFree ? held : left, undealt: isFree ? 0 : undealt, isLost: lost > 0 };
};
