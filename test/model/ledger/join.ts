import { type joining, type Rank, ranks } from '../../../lambdas/domain/waiting';
import { closeBlock, type FreshOffer, offerWhatIsSellable, trim } from './coming-back';
import { findBlock, findWaiting, isPersonIn, smallestWaiting, withWaiting } from './queries';
import { asDesigned, type Rules } from './rules-under-test';
import type { Tables, WaitingRow } from './tables';

export interface JoinRequest {
  readonly placeId: string;
  readonly person: string;
  readonly isOpen: boolean;
  readonly rank: Rank;
  /** How many spots they want together. */
  readonly size?: number;
}

/** Asks for a place on the waiting list. */
export const join = (
  tables: Tables,
  { placeId, person, isOpen, rank, size = 1 }: JoinRequest,
  rules: Rules = asDesigned,
): { readonly tables: Tables; readonly answer: ReturnType<typeof joining> } => {
  const before = findWaiting(tables, person);
  const answer = rules.joining(
    {
      isOpen: isOpen && (tables.event.sale === 'on' || tables.event.sale === 'paused'),
      isRegistered: isPersonIn(tables, person),
      size,
      sellable: tables.spots.filter(rules.isSellable).length,
      smallest: smallestWaiting(tables),
      before,
    },
    rank,
  );
  if (answer === 'keep') return { tables, answer };
  const row: WaitingRow = {
    placeId,
    person,
    rank,
    position: 1 + Math.max(0, ...tables.waiting.map(({ position }) => position)),
    state: answer === 'join' || answer === 'raise' ? 'waiting' : answer,
    size,
    isConfirmed: rank === ranks.authorised,
    block: null,
    offers: before?.offers ?? 0,
  };
  const others = tables.waiting.filter((other) => other.person !== person);
  return { tables: { ...tables, waiting: [...others, row] }, answer };
};

/** The owner of a place opens the link in its mail: from now on the place counts, and gets what is there. */
export const confirm = (
  tables: Tables,
  placeId: string,
  freshOffer: FreshOffer,
  rules: Rules = asDesigned,
): { readonly tables: Tables; readonly answer: 'confirmed' | 'over'; readonly offered: readonly WaitingRow[] } => {
  const place = tables.waiting.find((row) => row.placeId === placeId);
  if (place?.state !== 'waiting' && place?.state !== 'offered') return { tables, answer: 'over', offered: [] };
  if (place.isConfirmed) return { tables, answer: 'confirmed', offered: [] };
  const confirmed = withWaiting(tables, place.person, (row) => ({ ...row, isConfirmed: true }));
  return { ...offerWhatIsSellable(trim(confirmed, rules), freshOffer, rules), answer: 'confirmed' };
};

/** Leaves the list on request; an offer of that place goes to the next one. */
export const leave = (
  tables: Tables,
  placeId: string,
  freshOffer: FreshOffer,
  rules: Rules = asDesigned,
): { readonly tables: Tables; readonly answer: 'left' | 'no-place'; readonly offered: readonly WaitingRow[] } => {
  const place = tables.waiting.find((row) => row.placeId === placeId);
  if (place?.state !== 'waiting' && place?.state !== 'offered' && place?.state !== 'registered')
    return { tables, answer: 'no-place', offered: [] };
  const left = withWaiting(tables, place.person, (row) => ({ ...row, state: 'left', block: null }));
  const block = findBlock(tables, place.block);
  if (!block) return { tables: left, answer: 'left', offered: [] };
  const closed = block.isClosed ? left : closeBlock(left, block, rules);
  return { ...offerWhatIsSellable(trim(closed, rules), freshOffer, rules), answer: 'left' };
};
