import type { Times } from './block';
import { type Hold, isExpired } from './hold';
import { daySeconds, limitsOf, moreTriesPerPlace, mostTriesPerHold, whoTriesTooMany } from './limits';
import type { HeldSpots, HoldSigner, Offers, Tally } from './ports';
import { countedAt, triesOf } from './unpaid';

interface Needs {
  readonly holds: HoldSigner & { read(token: string): Promise<Hold | undefined> };
  readonly offers: Offers;
  readonly held: Pick<HeldSpots, 'keep'>;
  readonly tally: Tally;
  readonly now: () => Date;
  readonly times: Pick<Times, 'deal' | 'grace'>;
}

export interface TriesWish {
  readonly registrationId: string;
  readonly hold: string;
  readonly sessionHash: string | undefined;
  /** The network address the runner comes from. */
  readonly address: string;
}

export type TriesAnswer =
  | { readonly kind: 'given'; readonly token: string; readonly cardTries: number }
  | { readonly kind: 'hold-invalid' | 'hold-expired' }
  /** As many were tried as may be: for this registration, or by the session, its network, or who the offer is for. */
  | { readonly kind: 'no-more-tries'; readonly of: 'hold' | 'session' | 'network' | 'place' };

export type MoreCardTries = (wish: TriesWish) => Promise<TriesAnswer>;

/**
 * Lets one more card be tried with a hold: the same hold, signed again. Paying itself reaches nothing that could count, so
 * it is counted here, before.
 */
export const moreCardTries =
  ({ holds, offers, held, tally, now, times }: Needs): MoreCardTries =>
  async ({ registrationId, hold: before, sessionHash, address }) => {
    const hold = await holds.read(before);
    if (!hold || hold.registrationId !== registrationId || hold.sessionHash !== sessionHash)
      return { kind: 'hold-invalid' };
    if (isExpired(hold, now())) return { kind: 'hold-expired' };
    const { cardTries = mostTriesPerHold, raceId, eventId, owner } = hold;
    if (cardTries >= mostTriesPerHold) return { kind: 'no-more-tries', of: 'hold' };
    const offer = await offers.find(raceId, eventId, now());
    if (typeof offer === 'string') return { kind: 'hold-invalid' };

    const counted = countedAt({ address }, offer.sale, times, now());
    const ofOwner =
      owner === undefined
        ? []
        : [{ who: `cards:owner:${eventId}:${owner}`, much: 1, at: counted.at, seconds: daySeconds }];
    const ofOthers = triesOf(hold, counted, 1);
    const counts = await tally.add([...ofOthers, ...ofOwner]);
    const [ofSession = 0, ofAddress = 0, ofNetwork = 0] = counts.slice(0, ofOthers.length);
    const [byOwner = 0] = counts.slice(ofOthers.length);
    const who =
      whoTriesTooMany({ ofSession, ofAddress, ofNetwork }, limitsOf(offer.capacity, offer.sale.limits)) ??
      (byOwner > moreTriesPerPlace ? 'place' : undefined);
    if (who) {
      await tally.takeBack([...ofOthers, ...ofOwner]);
      return { kind: 'no-more-tries', of: who };
    }

    const more: Hold = { ...hold, cardTries: cardTries + 1 };
    const token = await holds.sign(more);
    // Who asks for the same spot again, after a reload, goes on with these tries.
    await held.keep({ hold: more, token }, Math.ceil((hold.expiresAt - now().getTime()) / 1000));
    return { kind: 'given', token, cardTries: cardTries + 1 };
  };
