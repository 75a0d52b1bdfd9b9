import { type Block, holdExpiry, type Times } from './block';
import type { DealSpot } from './deal-spot';
import { type Hold, isExpired } from './hold';
import type { HeldSpot, HeldSpots, HoldSeal, Offer, Offers, Places, Ticket, Verdict } from './ports';

interface Needs {
  readonly offers: Offers;
  readonly held: HeldSpots;
  readonly deal: DealSpot;
  readonly seal: HoldSeal;
  readonly readTicket: (token: string) => Promise<Ticket | undefined>;
  readonly places: Pick<Places, 'offered'>;
  readonly hash: (text: string) => string;
  readonly now: () => Date;
  /** Waits a few milliseconds. */
  readonly pause: () => Promise<void>;
  readonly times: Times;
  readonly limits: Limits;
}

/** How many spots may be held in a quarter of an hour: holds cost nothing, so they are counted. */
export interface Limits {
  readonly perSession: number;
  /** Generous: a school or an office shares one address. */
  readonly perAddress: number;
}

export interface HoldWish {
  readonly registrationId: string;
  readonly raceId: string;
  readonly eventId: string;
  readonly sessionHash: string;
  /** The network address the runner comes from. */
  readonly address: string;
  /** Of a place on the waiting list: the spot that is offered to it is wanted. */
  readonly ticket?: string | undefined;
}

export type HoldAnswer =
  | { readonly kind: 'granted'; readonly hold: Hold; readonly token: string; readonly offer: Offer }
  | { readonly kind: 'no-such-race' | 'no-such-event' | 'busy' | 'too-many-holds' | 'not-yours' | 'offer-ended' }
  | { readonly kind: 'not-open-yet'; readonly opensAt: Date }
  | { readonly kind: Exclude<Verdict['kind'], 'early'> };

export type HoldSpot = (wish: HoldWish, deadline: number) => Promise<HoldAnswer>;

/** A race whose opening is farther away than this is not worth a question to the database, whose clock decides. */
const clockSkew = 5 * 60_000;

/** Holds one particular spot for a registration: asked again with the same id, it answers with the same hold. */
export const holdSpot =
  (needs: Needs): HoldSpot =>
  async (wish, deadline) => {
    const { offers, held, now } = needs;
    const { registrationId, raceId, eventId } = wish;
    const offer = await offers.find(raceId, eventId, now());
    if (typeof offer === 'string') return { kind: offer };
    if (now().getTime() < offer.opensAt.getTime() - clockSkew) return { kind: 'not-open-yet', opensAt: offer.opensAt };

    const before = await keptBefore(needs, wish, offer, deadline);
    if (before === 'busy') return { kind: 'busy' };
    if (before) return { kind: 'granted', ...before, offer };

    const found = await (wish.ticket === undefined
      ? dealSpotTo(needs, wish, deadline)
      : offeredTo(needs, wish, wish.ticket));
    if (found.kind !== 'found') {
      await held.end(registrationId);
      return found.kind === 'early' ? { kind: 'not-open-yet', opensAt: offer.opensAt } : found;
    }
    const { block, spot, owner } = found;
    const hold: Hold = {
      registrationId,
      raceId,
      eventId,
      block: block.id,
      spot,
      sessionHash: wish.sessionHash,
      quote: offer.quote,
      waiverHash: offer.waiver.hash,
      ...(owner !== undefined && { owner }),
      expiresAt: holdExpiry(now(), block, needs.times),
    };
    const token = await needs.seal.seal(hold);
    await held.keep({ hold, token }, needs.times.hold);
    await held.end(registrationId);
    return { kind: 'granted', hold, token, offer };
  };

/**
 * What this registration holds already. Asked twice at once, because an answer was slow, a runner must not get two spots:
 * one would be nobody's. So the first has one dealt (undefined), and the others get what he keeps.
 */
const keptBefore = async (
  { held, now, pause }: Needs,
  wish: HoldWish,
  offer: Offer,
  deadline: number,
): Promise<HeldSpot | 'busy' | undefined> => {
  for (;;) {
    const [isFirst, before] = await Promise.all([held.begin(wish.registrationId), held.find(wish.registrationId)]);
    if (before && stillGood(before.hold, wish, offer, now())) return before;
    if (isFirst) return undefined;
    if (now().getTime() >= deadline) return 'busy';
    await pause();
  }
};

type Found =
  | { readonly kind: 'found'; readonly block: Block; readonly spot: number; readonly owner?: string }
  | { readonly kind: 'busy' | 'too-many-holds' | 'not-yours' | 'offer-ended' }
  | Verdict;

/** The spot that is kept for somebody on the waiting list. It is his until the offer ends: nothing needs counting. */
const offeredTo = async ({ readTicket, places, hash }: Needs, wish: HoldWish, token: string): Promise<Found> => {
  const ticket = await readTicket(token);
  if (ticket?.raceId !== wish.raceId || ticket.eventId !== wish.eventId) return { kind: 'not-yours' };
  const offered = await places.offered(ticket.placeId);
  const spot = offered?.block.numbers[0];
  if (!offered || spot === undefined) return { kind: 'offer-ended' };
  return { kind: 'found', block: offered.block, spot, owner: hash(offered.person) };
};

/** The next spot, counted against what one person may hold. */
const dealSpotTo = async ({ held, deal, limits }: Needs, wish: HoldWish, deadline: number): Promise<Found> => {
  const { sessionHash, address, eventId } = wish;
  const [session, network] = [`session:${sessionHash}`, `address:${address}`];
  const countBack = () => Promise.all([held.countOneLess(session), held.countOneLess(network)]);
  // Counted before it is dealt: of a hundred requests at once, each would find that the others hold nothing yet.
  const [bySession, byAddress] = await Promise.all([held.countOneMore(session), held.countOneMore(network)]);
  if (bySession > limits.perSession || byAddress > limits.perAddress) {
    await countBack();
    return { kind: 'too-many-holds' };
  }

  const dealt = await deal(eventId, deadline);
  if (dealt.kind === 'dealt') return { kind: 'found', block: dealt.block, spot: dealt.spot };
  await countBack();
  return dealt;
};

const stillGood = (hold: Hold, { sessionHash, eventId }: HoldWish, offer: Offer, now: Date): boolean =>
  hold.sessionHash === sessionHash &&
  hold.eventId === eventId &&
  hold.waiverHash === offer.waiver.hash &&
  !isExpired(hold, now);
