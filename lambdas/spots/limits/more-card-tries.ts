import { type Hold, isExpired, maxTriesPerHold } from '../../domain/hold';
import type { Times } from '../blocks/block';
import type { HeldSpots, HoldSigner, Offers } from '../holds/ports';
import {
  countedAt,
  daySeconds,
  limitsOf,
  maxMoreTriesPerPlacePerDay,
  overTriesLimit,
  type Tally,
  triesOf,
} from './limits';

interface Needs {
  readonly holds: HoldSigner & { readHold(token: string): Promise<Hold | undefined> };
  readonly offers: Offers;
  readonly held: Pick<HeldSpots, 'keep'>;
  readonly tally: Tally;
  readonly now: () => Date;
  readonly times: Pick<Times, 'deal' | 'grace'>;
}

export interface CardTriesCommand {
  readonly registrationId: string;
  readonly hold: string;
  readonly sessionHash: string | undefined;
  /** The network address the runner comes from. */
  readonly address: string;
}

/** `given`: the new token, and how many tries it allows in all. */
export type TriesAnswer =
  | { readonly kind: 'given'; readonly token: string; readonly cardTries: number }
  | { readonly kind: 'hold-invalid' | 'hold-expired' }
  /** The limit is reached: for this registration, or by the session, its network, or the person the offer is for. */
  | { readonly kind: 'no-more-tries'; readonly of: 'hold' | 'session' | 'network' | 'place' };

export type MoreCardTries = (command: CardTriesCommand) => Promise<TriesAnswer>;

/**
 * Allows one more card for a hold: signs the same hold again with one more try. It is counted here, because paying
 * reaches nothing that could count.
 */
export const moreCardTries =
  ({ holds, offers, held, tally, now, times }: Needs): MoreCardTries =>
  async ({ registrationId, hold: before, sessionHash, address }) => {
    const hold = await holds.readHold(before);
    if (!hold || hold.registrationId !== registrationId || hold.sessionHash !== sessionHash)
      return { kind: 'hold-invalid' };
    if (isExpired(hold, now())) return { kind: 'hold-expired' };
    const { cardTries = maxTriesPerHold, raceId, eventId, owner } = hold;
    if (cardTries >= maxTriesPerHold) return { kind: 'no-more-tries', of: 'hold' };
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
      overTriesLimit({ ofSession, ofAddress, ofNetwork }, limitsOf(offer.capacity, offer.sale.limits)) ??
      (byOwner > maxMoreTriesPerPlacePerDay ? 'place' : undefined);
    if (who) {
      await tally.takeBack([...ofOthers, ...ofOwner]);
      return { kind: 'no-more-tries', of: who };
    }

    const more: Hold = { ...hold, cardTries: cardTries + 1 };
    const token = await holds.signHold(more);
    // A runner who asks for the same spot again, after a reload, goes on with these tries.
    await held.keep({ hold: more, token }, Math.ceil((hold.expiresAt - now().getTime()) / 1000));
    return { kind: 'given', token, cardTries: cardTries + 1 };
  };
