import type { CutAnswer, CutWish } from './cut';
import { findBlock, isAnybodyWaiting, isPersonIn } from './queries';
import type { Recorded } from './record';
import type { Submitted, Tables } from './tables';

type Finding = string | undefined;

/** What nobody who asks for a block may be told, or given. */
export const findUnfairCut = (tables: Tables, { left, reason, door, now }: CutWish, answer: CutAnswer): Finding => {
  if (answer.kind === 'held' && isAnySellable(tables))
    return 'L5: nobody is told to wait for what others hold while a spot is sellable';
  if (answer.kind === 'sold-out' && (isAnySellable(tables) || isAnyPromised(tables)))
    return 'no false sold-out: there is nothing left, and nothing comes back';
  if (answer.kind !== 'block') return undefined;

  if (door !== 'open') return 'S11: no block for anybody before the opening or after the closing';
  const current = findBlock(tables, tables.event.currentBlock);
  const isGood = current !== undefined && !current.isClosed && now < current.dealUntil;
  if (answer.block === current) return isGood ? undefined : 'L2: nobody is sent to a block that is dealt no longer';
  // Otherwise every caller who comes late from an old block strands what is left of the current one.
  return isGood && current.id !== left && reason === 'spent'
    ? 'L5: whoever leaves an old block gets the one that others cut since'
    : undefined;
};

/** What the writer may not do to a submission. */
export const findUnfairDecision = (before: Tables, submitted: Submitted, { tables, decisions }: Recorded): Finding => {
  const { id, person, spot, block } = submitted;
  const decision = decisions.find(({ registrationId }) => registrationId === id);
  const isOnTheList = tables.waiting.some(
    (row) => row.person === person && (row.state === 'waiting' || row.state === 'offered'),
  );
  if (decision?.isRepeat) {
    const isSwept = before.registrations.some((row) => row.id === id && row.via === 'sweep' && row.person === null);
    if (!isSwept || isOnTheList || isAnySellable(before) || isPersonIn(before, person)) return undefined;
    return 'S11: whom his sweep overtook is on the list';
  }
  if (
    isGoodFor(before, submitted) &&
    !tables.registrations.some((row) => row.id === id && row.block === block && row.spot === spot)
  )
    return 'a hold that is still good is honoured';
  const comesToHim = isAnyPromised(before, 'to the public') && !isAnybodyWaiting(before);
  if (!decision && !isAnySellable(before) && !comesToHim) return 'L1: nobody is put off for what goes to others';
  if (decision?.outcome !== 'refused') return undefined;
  if (isAnySellable(before)) return 'no false sold-out: nobody is refused while a spot is sellable';
  if (comesToHim) return 'no false sold-out: nobody is refused while a held spot may come back';
  return isOnTheList ? undefined : 'S11: who had the money and got no spot is on the list';
};

const isGoodFor = (tables: Tables, { id, person, spot, block: blockId }: Submitted): boolean => {
  const block = findBlock(tables, blockId);
  return (
    block !== undefined &&
    (block.owner === null || block.owner === person) &&
    tables.spots.some((row) => row.number === spot && row.block === blockId) &&
    !tables.registrations.some((row) => row.id === id || row.spot === spot || (row.isLive && row.person === person))
  );
};

const isAnySellable = ({ spots }: Tables): boolean => spots.some(({ block }) => block === null);

const isAnyPromised = (
  { blocks, spots, registrations }: Tables,
  to: 'anybody' | 'to the public' = 'anybody',
): boolean =>
  spots.some(
    ({ number, block }) =>
      blocks.some(({ id, isClosed, owner }) => id === block && !isClosed && (to === 'anybody' || owner === null)) &&
      !registrations.some(({ spot }) => spot === number),
  );
