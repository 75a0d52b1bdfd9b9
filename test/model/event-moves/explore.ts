import { type Explored, exploreAll } from '../small-worlds';
import { type MoveRules, moveSteps } from './steps';
import { type MoveConfiguration, type MoveWorld, prices, startOf } from './world';

export const exploreMoves = (of: MoveConfiguration, rules: MoveRules = { without: undefined }): Explored =>
  exploreAll({ start: startOf(of), steps: (world) => moveSteps(world, of, rules), findUnsafe, findLost });

const findUnsafe = ({ spots, seats, tries, share, paid, refunded, first }: MoveWorld): string | undefined => {
  const taken = seats.map(({ event, number }) => `${event} ${number}`);
  if (new Set(taken).size < taken.length) return 'a spot has two runners';
  if (seats.some((seat) => !spots.some((spot) => isOf(spot, seat) && spot.block === seat.block)))
    return 'a runner has a spot that is kept for somebody else, or for sale';
  if (seats.filter(({ person }) => person === 'runner' || person === 'other').length > 1)
    return 'a runner has two spots';
  for (const event of ['short', 'long'])
    if (seats.filter((seat) => seat.event === event).length > spots.filter((spot) => spot.event === event).length)
      return 'an event has more runners than spots';
  if (tries.some(({ moved }) => moved > 1)) return 'somebody is moved twice by one payment';
  const offers = tries.filter(({ moved }) => moved > 0).map(({ offer }) => offer);
  if (new Set(offers).size < offers.length) return 'somebody is moved twice by one offer';
  if (tries.some(({ moved, decided }) => moved > 0 && decided !== 'capture'))
    return 'somebody is moved without a charge';
  if (tries.some(({ moved, decided }) => moved === 0 && decided === 'capture'))
    return 'somebody is charged without a move';
  const payments = [{ ...first, amount: prices.short }, ...tries.map((one) => ({ ...one, amount: 15 * one.charged }))];
  if (payments.some(({ returned, amount }) => returned > amount))
    return 'more is given back of a payment than was taken';
  const byBanks = payments.reduce(
    (sum, { bank, amount, returned }) => sum + (bank === 'took' ? amount - returned : 0),
    0,
  );
  if (refunded + byBanks > paid) return 'more is given back than was taken';
  const due = tries.filter(({ decided, charged }) => decided === 'capture' && charged === 0).length;
  if (share + refunded !== paid + due * 15) return 'the share of the runner is not what they paid';
  return undefined;
};

const isOf = (spot: { readonly event: string; readonly number: number }, seat: typeof spot) =>
  spot.event === seat.event && spot.number === seat.number;

/** After every block has ended, and every message has come. */
const findLost = ({ spots, seats, tries }: MoveWorld): string | undefined => {
  if (spots.some((spot) => spot.block !== null && !seats.some((seat) => isOf(spot, seat)))) return 'a spot is lost';
  return tries.some(({ decided }) => decided === null) ? 'a payment is forgotten' : undefined;
};
