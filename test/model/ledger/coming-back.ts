import { insertBlock } from './cut';
import { findBlock, isCounted, registeredOn, replace, withWaiting } from './queries';
import { asDesigned, does, type Rules } from './rules-under-test';
import type { BlockRow, Tables, WaitingRow } from './tables';

/** Makes the block of an offer: a new id, and when it ends. Undefined while the race is not open. */
export type FreshOffer = () => Pick<BlockRow, 'id' | 'dealUntil' | 'closesAt' | 'holdSeconds'> | undefined;

/** Closes the blocks that have ended, takes back what nobody registered, and offers it to the waiting list. */
export const reclaim = (
  tables: Tables,
  now: number,
  freshOffer: FreshOffer,
  rules: Rules = asDesigned,
): { readonly tables: Tables; readonly back: number; readonly offered: readonly WaitingRow[] } => {
  const due = tables.blocks.filter(({ isClosed, closesAt }) => !isClosed && closesAt < now);
  const after = due.reduce((sofar, block) => closeBlock(sofar, block, rules), tables);
  const back = due.reduce((sum, { id, numbers }) => sum + comingBack(tables, id, numbers, rules).length, 0);
  const trimmed = does(rules, 'reclaim trims') ? trim(after, rules) : after;
  return { ...offerWhatIsSellable(trimmed, freshOffer, rules), back };
};

/** Takes back the last numbers of a block, which nobody was dealt, and offers them to the waiting list. */
export const giveBack = (
  tables: Tables,
  { block, numbers }: { readonly block: string; readonly numbers: readonly number[] },
  freshOffer: FreshOffer,
  rules: Rules = asDesigned,
): { readonly tables: Tables; readonly offered: readonly WaitingRow[] } => {
  if (findBlock(tables, block)?.isClosed ?? true) return { tables, offered: [] };
  const back = comingBack(tables, block, numbers, rules);
  const blocks = replace(
    tables.blocks,
    ({ id }) => id === block,
    (row) => ({ ...row, numbers: row.numbers.filter((number) => !numbers.includes(number)) }),
  );
  const spots = replace(
    tables.spots,
    (spot) => back.includes(spot),
    (spot) => ({ ...spot, block: null }),
  );
  return offerWhatIsSellable(trim({ ...tables, blocks, spots }, rules), freshOffer, rules);
};

const comingBack = (tables: Tables, id: string, numbers: readonly number[], rules: Rules) =>
  tables.spots.filter(
    (spot) =>
      numbers.includes(spot.number) && rules.comesBack(spot, id, registeredOn(tables, spot.number) !== undefined),
  );

export const closeBlock = (tables: Tables, { id, numbers, owner }: BlockRow, rules: Rules): Tables => {
  const back = comingBack(tables, id, numbers, rules);
  const after: Tables = {
    ...tables,
    blocks: does(rules, 'a closed block is marked')
      ? replace(
          tables.blocks,
          (block) => block.id === id,
          (block) => ({ ...block, isClosed: true }),
        )
      : tables.blocks,
    spots: replace(
      tables.spots,
      (spot) => back.includes(spot),
      (spot) => ({ ...spot, block: null }),
    ),
  };
  if (owner === null || !does(rules, 'an offer ends with its block')) return after;
  return withWaiting(after, owner, (row) =>
    row.state === 'offered' && row.block === id ? { ...row, state: 'expired', block: null } : row,
  );
};

/** Offers what is sellable to the waiting list, in its order. */
export const offerWhatIsSellable = (
  tables: Tables,
  freshOffer: FreshOffer,
  rules: Rules = asDesigned,
): { readonly tables: Tables; readonly offered: readonly WaitingRow[] } => {
  if (tables.event.sale !== 'on' && does(rules, 'nothing is offered while the sale is paused'))
    return { tables, offered: [] };
  const offered: WaitingRow[] = [];
  const waiting = tables.waiting.filter(
    (row) => isCounted(row) || (row.state === 'waiting' && !does(rules, 'only a confirmed place is offered anything')),
  );
  const sellable = tables.spots.filter(rules.isSellable).map(({ number }) => number);
  let after = tables;
  for (const { waiter, numbers } of rules.turnsOf(rules.inOrder(waiting), sellable)) {
    const fresh = freshOffer();
    if (!fresh) break;
    const block = { ...fresh, owner: waiter.person, numbers, isClosed: false };
    const row = { ...waiter, state: 'offered', block: block.id, offers: waiter.offers + 1 } as const;
    offered.push(row);
    after = withWaiting(insertBlock(after, block), waiter.person, () => row);
  }
  return { tables: after, offered };
};

/** Deletes sellable spots beyond a lowered capacity, the highest numbers first. */
export const trim = (tables: Tables, rules: Rules = asDesigned): Tables => {
  const gone = tables.spots
    .filter(rules.isSellable)
    .reverse()
    .slice(0, rules.surplus(tables.event.capacity, tables.spots.length));
  return gone.length === 0 ? tables : { ...tables, spots: tables.spots.filter((spot) => !gone.includes(spot)) };
};
