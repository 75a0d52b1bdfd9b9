import type { Block } from './block';
import type { DealSpot } from './deal-spot';
import { type HoldWish, peopleOf } from './hold-wish';
import type { HeldSpots, Places, Refusal, Ticket } from './ports';

/** Where spots come from. */
export interface Sources {
  readonly held: HeldSpots;
  readonly deal: DealSpot;
  readonly readTicket: (token: string) => Promise<Ticket | undefined>;
  readonly places: Pick<Places, 'offered'>;
  readonly hash: (text: string) => string;
  readonly limits: Limits;
}

/** How many spots may be held in a quarter of an hour: holds cost nothing, so they are counted. */
export interface Limits {
  readonly perSession: number;
  /** A hold counts for so many of the session's at least: with each, some cards can be tried. */
  readonly leastPerHold: number;
  /** Generous: a school or an office shares one address. */
  readonly perAddress: number;
}

/** The offer is for so many runners, and the wish was for another number. */
export interface WrongSize {
  readonly kind: 'wrong-size';
  readonly size: number;
}

export type Found =
  | { readonly kind: 'found'; readonly block: Block; readonly spots: readonly number[]; readonly owner?: string }
  | { readonly kind: 'busy' | 'too-many-holds' | 'not-yours' | 'offer-ended' }
  | WrongSize
  | Refusal;

/** A spot for each of them: what is offered to the place on the list that they bring the ticket of, else the next ones. */
export const findSpots = (sources: Sources, wish: HoldWish, deadline: number): Promise<Found> =>
  wish.ticket === undefined ? dealSpotsTo(sources, wish, deadline) : offeredTo(sources, wish, wish.ticket);

/**
 * What is kept for somebody on the waiting list: all of it or nothing, because who waited for three spots has kept others
 * from them. It is his until the offer ends: nothing needs counting.
 */
const offeredTo = async ({ readTicket, places, hash }: Sources, wish: HoldWish, token: string): Promise<Found> => {
  const ticket = await readTicket(token);
  if (ticket?.raceId !== wish.raceId || ticket.eventId !== wish.eventId) return { kind: 'not-yours' };
  const offered = await places.offered(ticket.placeId);
  if (!offered) return { kind: 'offer-ended' };
  const { numbers } = offered.block;
  if (peopleOf(wish).length !== numbers.length) return { kind: 'wrong-size', size: numbers.length };
  return { kind: 'found', block: offered.block, spots: numbers, owner: hash(offered.person) };
};

/** The next spot for each of them, counted against what one person may hold. */
const dealSpotsTo = async ({ held, deal, limits }: Sources, wish: HoldWish, deadline: number): Promise<Found> => {
  const { sessionHash, address, eventId } = wish;
  const [session, network] = [`session:${sessionHash}`, `address:${address}`];
  const spots = peopleOf(wish).length;
  const counted = Math.max(spots, limits.leastPerHold);
  const countBack = () => Promise.all([held.countBack(session, counted), held.countBack(network, spots)]);
  // Counted before it is dealt: of a hundred requests at once, each would find that the others hold nothing yet.
  const [bySession, byAddress] = await Promise.all([held.count(session, counted), held.count(network, spots)]);
  if (bySession > limits.perSession || byAddress > limits.perAddress) {
    await countBack();
    return { kind: 'too-many-holds' };
  }

  const dealt = await deal(eventId, deadline, spots);
  if (dealt.kind === 'dealt') return { kind: 'found', block: dealt.block, spots: dealt.spots };
  await countBack();
  return dealt;
};
