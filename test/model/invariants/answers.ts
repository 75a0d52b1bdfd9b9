import type { CutAnswer, CutRequest } from '../ledger/cut';
import { findBlock, isAnybodyWaiting, isPersonIn } from '../ledger/queries';
import type { Recorded } from '../ledger/record';
import { type Member, membersOf, type Submitted, type Tables } from '../ledger/tables';

type Finding = string | undefined;

/** What no caller who asks for a block may be told or given. */
export const findUnfairCut = (
  tables: Tables,
  { left, reason, size = 1, phase, now }: CutRequest,
  answer: CutAnswer,
): Finding => {
  if (answer.kind === 'too-few' && sellableIn(tables) >= size)
    return 'no false sold-out: there are too few for several only while there are';
  if (answer.kind === 'private' && answer.block.numbers.length !== size)
    return 'S16: a block for several has a spot for each of them';
  if (answer.kind === 'private' && phase !== 'open')
    return 'S11: no block for anybody before the opening or after the closing';
  if (answer.kind === 'held' && isAnySellable(tables))
    return 'L5: nobody is told to wait for what others hold while a spot is sellable';
  if (answer.kind === 'sold-out' && (isAnySellable(tables) || isAnyPromised(tables)))
    return 'no false sold-out: there is nothing left, and nothing comes back';
  const isPaused = tables.event.sale !== 'on';
  if (isPaused && (answer.kind === 'block' || answer.kind === 'private'))
    return 'S18: nobody is sent to a block while the sale is paused';
  if (answer.kind !== 'block') return undefined;

  if (phase !== 'open') return 'S11: no block for anybody before the opening or after the closing';
  const current = findBlock(tables, tables.event.currentBlock);
  const isGood = current !== undefined && !current.isClosed && now < current.dealUntil;
  if (answer.block === current) return isGood ? undefined : 'L2: nobody is sent to a block that is dealt no longer';
  // Otherwise every late caller from an old block would strand the rest of the current one.
  return isGood && current.id !== left && reason !== 'expired'
    ? 'L5: a process that leaves an old block gets the one that others cut since'
    : undefined;
};

/** What the writer must not do to a submission. */
export const findUnfairDecision = (before: Tables, submitted: Submitted, { tables, decisions }: Recorded): Finding => {
  const { id, person, block } = submitted;
  const members = membersOf(submitted);
  const size = members.length;
  const sellable = sellableIn(before);
  const decision = decisions.find(({ registrationId }) => registrationId === id);
  const isOnTheList = tables.waiting.some(
    (row) => row.person === person && (row.state === 'waiting' || row.state === 'offered'),
  );
  const isOver = before.event.sale === 'closed' || before.event.sale === 'cancelled';
  if (decision?.isRepeat) {
    const isSwept = before.registrations.some((row) => row.id === id && row.via === 'sweep' && row.person === null);
    if (!isSwept || isOnTheList || isOver || sellable >= size || isPersonIn(before, person)) return undefined;
    return 'S11: a runner whose sweep came first is on the list';
  }
  const own = seatsOf(before, submitted);
  const isHeldFor = ({ id: one, spot }: Member) =>
    tables.registrations.some((row) => row.id === one && row.block === block && row.spot === spot);
  if (own.length === size && areNew(before, members) && !members.every(isHeldFor))
    return 'a hold that is still good is honoured';
  const comesToHim = own.length + sellable + promisedToThePublic(before, own) >= size && !isAnybodyWaiting(before);
  if (!decision && own.length + sellable < size && !comesToHim) return 'L1: nobody is put off for what goes to others';
  if (decision?.outcome !== 'refused') return undefined;
  if (own.length + sellable >= size) return 'no false sold-out: nobody is refused while a spot is sellable';
  if (comesToHim) return 'no false sold-out: nobody is refused while a held spot may come back';
  return isOnTheList || isOver ? undefined : 'S11: who had the money and got no spot is on the list';
};

/** Spots of the submission that still belong to it. */
const seatsOf = (before: Tables, submitted: Submitted): readonly number[] => {
  const block = findBlock(before, submitted.block);
  if (!block || (block.owner !== null && block.owner !== submitted.person)) return [];
  const isFree = (spot: number) =>
    before.spots.some((row) => row.number === spot && row.block === block.id) &&
    !before.registrations.some((row) => row.spot === spot);
  return membersOf(submitted).flatMap(({ spot }) => (isFree(spot) ? [spot] : []));
};

const areNew = ({ registrations }: Tables, members: readonly Member[]): boolean =>
  !members.some(({ id, person }) =>
    registrations.some((row) => row.id === id || (row.isLive && row.person === person)),
  );

const sellableIn = ({ spots }: Tables): number => spots.filter(({ block }) => block === null).length;

/** The number of unregistered spots in open blocks, without those. */
const promisedToThePublic = ({ blocks, spots, registrations }: Tables, without: readonly number[]): number => {
  const open = blocks.flatMap(({ id, isClosed, owner }) => (isClosed || owner !== null ? [] : [id]));
  return spots.filter(
    ({ number, block }) =>
      block !== null &&
      open.includes(block) &&
      !without.includes(number) &&
      !registrations.some(({ spot }) => spot === number),
  ).length;
};

const isAnySellable = ({ spots }: Tables): boolean => spots.some(({ block }) => block === null);

const isAnyPromised = ({ blocks, spots, registrations }: Tables): boolean =>
  spots.some(
    ({ number, block }) =>
      blocks.some(({ id, isClosed }) => id === block && !isClosed) &&
      !registrations.some(({ spot }) => spot === number),
  );
