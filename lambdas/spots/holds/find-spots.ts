import type { Counted } from '../../domain/hold';
import type { Ticket } from '../../domain/waiting';
import type { Block, Times } from '../blocks/block';
import type { DealSpot } from '../blocks/deal-spot';
import type { Refusal } from '../blocks/ports';
import {
  type Amount,
  amountsInADay,
  amountsOf,
  areBeyondADay,
  type Challenges,
  countedAt,
  daySeconds,
  limitsOf,
  maxHoldsPerPlacePerDay,
  minWorkShare,
  overTriesLimit,
  ruleOn,
  type Tally,
  triesOf,
  triesPerHold,
} from '../limits/limits';
import type { Places } from '../waiting-list/ports';
import { type HoldCommand, type Offer, peopleOf } from './ports';

/** What finding spots needs. */
export interface Sources {
  readonly tally: Tally;
  readonly challenges: Challenges;
  readonly deal: DealSpot;
  readonly readTicket: (token: string) => Promise<Ticket | undefined>;
  readonly places: Pick<Places, 'offered'>;
  readonly hash: (text: string) => string;
  readonly now: () => Date;
  readonly times: Pick<Times, 'deal' | 'grace'>;
}

/** The offer is for `size` runners, and the request was for another number. */
export interface WrongSize {
  readonly kind: 'wrong-size';
  readonly size: number;
}

/**
 * Too many spots are held and not paid for: by the session, from its network, or under the offer of one place on the
 * list. `free-*`: they cost nothing, and its network took too many of them within the time of a hold, or within a day.
 */
export interface TooManyHolds {
  readonly kind: 'too-many-holds';
  readonly of: 'session' | 'network' | 'free-network' | 'free-network-today' | 'place';
}

/** From this network more spots are held than is free; more are given only for work. */
export interface ProveWork {
  readonly kind: 'prove-work';
  readonly challenge: { readonly token: string; readonly work: number };
}

/**
 * `owner`: the hash of the person, when the spots were offered. `counted`: what dealt spots count for until they are
 * paid. `amounts`: all that was counted for them.
 */
export type Found =
  | {
      readonly kind: 'found';
      readonly block: Block;
      readonly spots: readonly number[];
      /** When the spots were asked for, before they were dealt; in milliseconds since the epoch. */
      readonly askedAt: number;
      readonly owner?: string;
      readonly counted?: Counted;
      readonly amounts?: readonly Amount[];
    }
  | { readonly kind: 'busy' | 'not-yours' | 'offer-ended' }
  | TooManyHolds
  | ProveWork
  | WrongSize
  | Refusal;

/**
 * Finds a spot for each member of the group: those offered to the place on the list whose ticket they bring, otherwise
 * the next ones.
 */
export const findSpots = (sources: Sources, command: HoldCommand, offer: Offer, deadline: number): Promise<Found> =>
  command.ticket === undefined
    ? dealSpotsTo(sources, command, offer, deadline)
    : offeredTo(sources, command, offer, command.ticket);

/**
 * Gives what is offered to a place on the waiting list: all of it or nothing, because a group that waited for three
 * spots has kept others from them. The spots belong to the place until the offer ends, so they are not counted. But
 * each registration id they are held under opens a payment of its own, with cards to try, and those are counted.
 */
const offeredTo = async (
  { readTicket, places, hash, tally, now, times }: Sources,
  command: HoldCommand,
  { capacity, sale }: Offer,
  token: string,
): Promise<Found> => {
  const askedAt = now().getTime();
  const ticket = await readTicket(token);
  if (ticket?.raceId !== command.raceId || ticket.eventId !== command.eventId || !ticket.isMailed)
    return { kind: 'not-yours' };
  const offered = await places.offered(ticket);
  if (!offered) return { kind: 'offer-ended' };
  const { numbers } = offered.block;
  if (peopleOf(command).length !== numbers.length) return { kind: 'wrong-size', size: numbers.length };
  const counted = countedAt(command, sale, times, now());
  const day = { much: 1, at: counted.at, seconds: daySeconds };
  const ofId = { ...day, who: `place:${ticket.placeId}:${command.registrationId}` };
  const ofPlace = { ...day, who: `place:${ticket.placeId}` };
  const tries = triesOf(command, counted, triesPerHold);
  const [sameId = 0, ids = 0, ofSession = 0, ofAddress = 0, ofNetwork = 0] = await tally.add([ofId, ofPlace, ...tries]);
  const who = overTriesLimit({ ofSession, ofAddress, ofNetwork }, limitsOf(capacity, sale.limits));
  // An id that held the offer before opens nothing new: a runner who returns after an hour may do so as often as they
  // like.
  if (sameId > 1) await tally.takeBack([ofPlace, ...tries]);
  else if (ids > maxHoldsPerPlacePerDay || who) {
    await tally.takeBack([ofId, ofPlace, ...tries]);
    return { kind: 'too-many-holds', of: who ?? 'place' };
  }
  return { kind: 'found', block: offered.block, spots: numbers, askedAt, owner: hash(offered.person) };
};

/** Finds the next spot for each member, and counts the spots against what may be held without paying. */
const dealSpotsTo = async (
  { tally, challenges, deal, now, times }: Sources,
  command: HoldCommand,
  { capacity, sale, quote, kind }: Offer,
  deadline: number,
): Promise<Found> => {
  const people = peopleOf(command);
  const limits = limitsOf(capacity, sale.limits);
  const counted = countedAt(command, sale, times, now());
  const unpaid = amountsOf(command, counted, people.length).flatMap((amount) => amount ?? []);
  // Who donates pays, although the spot costs nothing.
  const isFree = quote.total === 0 && kind !== 'gift';
  const ofDay = isFree ? amountsInADay(command, counted, people.length) : [];
  const amounts = [...unpaid, ...ofDay];
  // Spots are counted before they are dealt: otherwise each of a hundred requests at once would find that the others
  // hold nothing yet.
  const totals = await tally.add(amounts);
  const [ofSession = 0, ofAddress = 0, ofNetwork = 0] = totals.slice(0, unpaid.length);
  const ruling = ruleOn({ ofSession, ofAddress, ofNetwork }, limits);
  if (ruling.kind === 'too-many') {
    await tally.takeBack(amounts);
    return { kind: 'too-many-holds', of: isFree && ruling.of === 'network' ? 'free-network' : ruling.of };
  }
  if (areBeyondADay(totals.slice(unpaid.length), limits)) {
    await tally.takeBack(amounts);
    return { kind: 'too-many-holds', of: 'free-network-today' };
  }
  if (ruling.kind === 'work') {
    // The proof is for these people in this session, as long as the session holds no more than now: the next hold needs
    // another one. A runner whose answer was lost gets the same hold without it.
    const about = [command.eventId, command.sessionHash, ofSession, ...people].join(' ');
    const proven = command.proof ? await challenges.proven(command.proof, about, now()) : 0;
    if (proven < ruling.work * minWorkShare) {
      await tally.takeBack(amounts);
      const token = await challenges.make(about, ruling.work, now());
      return { kind: 'prove-work', challenge: { token, work: ruling.work } };
    }
  }

  const dealt = await deal(command.eventId, deadline, people.length);
  if (dealt.kind === 'dealt') return { ...dealt, kind: 'found', counted, amounts };
  await tally.takeBack(amounts);
  return dealt;
};
