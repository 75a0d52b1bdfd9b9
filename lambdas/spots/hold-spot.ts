import { holdExpiry, type Times } from './block';
import type { DealSpot } from './deal-spot';
import { type Hold, isExpired } from './hold';
import type { HeldSpots, HoldSeal, Offer, Offers, Verdict } from './ports';

interface Needs {
  readonly offers: Offers;
  readonly held: HeldSpots;
  readonly deal: DealSpot;
  readonly seal: HoldSeal;
  readonly now: () => Date;
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
}

export type HoldAnswer =
  | { readonly kind: 'granted'; readonly hold: Hold; readonly token: string; readonly offer: Offer }
  | { readonly kind: 'no-such-race' | 'no-such-event' | 'busy' | 'too-many-holds' }
  | { readonly kind: 'not-open-yet'; readonly opensAt: Date }
  | { readonly kind: Exclude<Verdict['kind'], 'early'> };

export type HoldSpot = (wish: HoldWish, deadline: number) => Promise<HoldAnswer>;

/** A race whose opening is farther away than this is not worth a question to the database, whose clock decides. */
const clockSkew = 5 * 60_000;

/** Holds one particular spot for a registration: asked again with the same id, it answers with the same hold. */
export const holdSpot =
  ({ offers, held, deal, seal, now, times, limits }: Needs): HoldSpot =>
  async (wish, deadline) => {
    const { registrationId, raceId, eventId, sessionHash, address } = wish;
    const offer = await offers.find(raceId, eventId, now());
    if (typeof offer === 'string') return { kind: offer };
    if (now().getTime() < offer.opensAt.getTime() - clockSkew) return { kind: 'not-open-yet', opensAt: offer.opensAt };

    const before = await held.find(registrationId);
    if (before && stillGood(before.hold, wish, offer, now())) return { kind: 'granted', ...before, offer };

    const [session, network] = [`session:${sessionHash}`, `address:${address}`];
    const countBack = () => Promise.all([held.countOneLess(session), held.countOneLess(network)]);
    // Counted before it is dealt: of a hundred requests at once, each would find that the others hold nothing yet.
    const [bySession, byAddress] = await Promise.all([held.countOneMore(session), held.countOneMore(network)]);
    if (bySession > limits.perSession || byAddress > limits.perAddress) {
      await countBack();
      return { kind: 'too-many-holds' };
    }

    const dealt = await deal(eventId, deadline);
    if (dealt.kind !== 'dealt') {
      await countBack();
      return dealt.kind === 'early' ? { kind: 'not-open-yet', opensAt: offer.opensAt } : dealt;
    }

    const hold: Hold = {
      registrationId,
      raceId,
      eventId,
      block: dealt.block.id,
      spot: dealt.spot,
      sessionHash,
      quote: offer.quote,
      waiverHash: offer.waiver.hash,
      expiresAt: holdExpiry(now(), dealt.block, times),
    };
    const token = await seal.seal(hold);
    await held.keep({ hold, token }, times.hold);
    return { kind: 'granted', hold, token, offer };
  };

const stillGood = (hold: Hold, { sessionHash, eventId }: HoldWish, offer: Offer, now: Date): boolean =>
  hold.sessionHash === sessionHash &&
  hold.eventId === eventId &&
  hold.waiverHash === offer.waiver.hash &&
  !isExpired(hold, now);
