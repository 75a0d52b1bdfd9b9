import { findBlock, isCounted } from '../ledger/queries';
import type { Tables, WaitingRow } from '../ledger/tables';
import { findCard, type World } from '../world';

type Finding = string | undefined;

/** What no step may do. Compares the states before and after it. */
export const findUnlawful = (was: World, is: World): Finding => {
  const { tables: before } = was;
  const { tables: after } = is;
  const aboutCards = was.cards === is.cards ? undefined : answersAreInTime(was, is);
  if (aboutCards || before === after) return aboutCards;
  return (
    (before.registrations === after.registrations ? undefined : outcomesStay(before, after)) ??
    (before.payments === after.payments ? undefined : settledStays(before, after)) ??
    (before.blocks === after.blocks ? undefined : (cutsAreFair(before, after) ?? offersAreFair(before, after))) ??
    (before.spots === after.spots && before.registrations === after.registrations
      ? undefined
      : (promisesAreKept(before, after) ?? numbersAreNew(before, after)))
  );
};

/** P2: the answer to a bank holds money only while the block of the spot is open, and only once. */
const answersAreInTime = (was: World, is: World): Finding => {
  for (const { id, state } of was.cards) {
    if (state === 'authorised' || findCard(is, id)?.state !== 'authorised') continue;
    if (state !== 'asked') return 'P1: a payment is authorised once';
    const block = was.asked.find((submitted) => submitted.id === id)?.block ?? null;
    if (findBlock(was.tables, block)?.isClosed !== false) return 'P2: money is held only while the spot is';
  }
  return undefined;
};

const outcomesStay = (before: Tables, after: Tables): Finding => {
  for (const row of before.registrations) {
    const now = after.registrations.find(({ id }) => id === row.id);
    if (now?.outcome !== row.outcome) return 'S3: an outcome is written once';
    if (now.isLive && !row.isLive) return 'S3: who gave their spot back does not rise again';
  }
  const isNewlyIn = ({ id, outcome, via }: Tables['registrations'][number]) =>
    outcome === 'confirmed' && via !== 'transfer' && !before.registrations.some((row) => row.id === id);
  if (before.event.sale === 'cancelled' && after.registrations.some(isNewlyIn))
    return 'S18: nobody gets into a race that is cancelled';
  if (after.registrations.some(({ id }, n) => after.registrations.findIndex((row) => row.id === id) !== n))
    return 'S3: one row for each id';
  return undefined;
};

const settledStays = (before: Tables, after: Tables): Finding => {
  for (const { registrationId, state, refund } of before.payments) {
    const row = after.payments.find((one) => one.registrationId === registrationId);
    const now = row?.state;
    // Of a group's payment, more may be wanted back later.
    const isMore = state === 'refunded' && now === 'captured' && (row?.refund ?? 0) > (refund ?? 0);
    if (state !== now && state !== 'authorised' && !isMore && !(state === 'captured' && now === 'refunded'))
      return 'S4: what is settled stays settled';
  }
  return undefined;
};

/** True when somebody with a confirmed address waits for at most this number of spots. */
const isWaited = ({ waiting }: Tables, sellable: number) =>
  waiting.some((row) => isCounted(row) && row.size <= sellable);

const sellableIn = ({ spots }: Tables): number => spots.filter(({ block }) => block === null).length;

const cutsAreFair = (before: Tables, after: Tables): Finding => {
  const fresh = after.blocks.slice(before.blocks.length);
  if (fresh.length > 0 && after.event.sale !== 'on') return 'S18: nothing is cut or offered while the sale is paused';
  for (const { owner, numbers } of fresh) {
    if (owner === null && isWaited(before, sellableIn(before)))
      return 'S11: nothing is cut for the public while somebody waits';
    for (const number of numbers)
      if (
        before.registrations.some(({ spot }) => spot === number) &&
        after.registrations.some(({ spot }) => spot === number)
      )
        return 'S1: nothing is cut that somebody is registered on';
  }
  return undefined;
};

const offersAreFair = (before: Tables, after: Tables): Finding => {
  const owners = after.blocks.slice(before.blocks.length).flatMap(({ owner }) => owner ?? []);
  if (owners.length === 0) return undefined;
  const got = after.waiting.filter(({ person }) => owners.includes(person));
  if (got.length < owners.length) return 'S11: only who waits is offered something';
  for (const other of after.waiting) {
    if (!isCounted(other)) continue;
    // The spots available at their turn: those that later ones got, and those that are left.
    const later = got.filter(({ rank, position }) => isBefore(other, { rank, position }));
    const left = later.reduce((sum, { size }) => sum + size, sellableIn(after));
    if (later.length > 0 && other.size <= left) return 'S11: nobody on the list is passed by';
  }
  return undefined;
};

const isBefore = (one: Standing, other: Standing): boolean =>
  one.rank < other.rank || (one.rank === other.rank && one.position < other.position);

type Standing = Pick<WaitingRow, 'rank' | 'position'>;

/** A spot in an open block stays promised until the block ends, somebody registers on it, or it is given back. */
const promisesAreKept = (before: Tables, after: Tables): Finding => {
  for (const { number, block: id } of before.spots) {
    const block = before.blocks.find((one) => one.id === id);
    if (!block || block.isClosed) continue;
    const isFree = !before.registrations.some(({ spot }) => spot === number);
    const now = after.spots.find((spot) => spot.number === number);
    const who = after.registrations.find(({ spot }) => spot === number);
    const payer = after.registrations.find((row) => row.id === (who?.paidAs ?? who?.id))?.person;
    if (isFree && who && block.owner !== null && payer !== block.owner && who.block === id)
      return 'S11: an offer is only its owner’s';
    const isLetGo = after.blocks.some((one) => one.id === id && (one.isClosed || !one.numbers.includes(number)));
    if (isFree && now?.block !== id && !isLetGo) return 'a spot promised in an open block is not taken away';
  }
  return undefined;
};

const numbersAreNew = (before: Tables, after: Tables): Finding => {
  for (const { number } of after.spots)
    if (number < before.event.nextNumber && !before.spots.some((spot) => spot.number === number))
      return 'no number is used twice';
  const live = after.registrations.filter(({ isLive }) => isLive).length;
  if (after.event.sale !== 'cancelled' && after.event.capacity < before.event.capacity && after.event.capacity < live)
    return 'S1: capacity is not lowered below those who are in';
  return undefined;
};
