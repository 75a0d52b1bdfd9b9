import { quoteFor } from '../payment/quote';
import { holdExpiry } from './block';
import { type Found, findSpots, type ProveWork, type Sources, type TooManyHolds, type WrongSize } from './find-spots';
import { type Hold, isExpired, seat, seatsOf } from './hold';
import { type HoldWish, peopleOf } from './hold-wish';
import { triesPerHold } from './limits';
import {
  type CountSpots,
  type HeldSpot,
  type HeldSpots,
  type HoldSeal,
  holdingSeconds,
  type KnownRegistrations,
  type Ledger,
  type Offer,
  type Offers,
  type Refusal,
} from './ports';
import { amountsOf } from './unpaid';

interface Needs extends Sources {
  readonly offers: Offers;
  readonly held: HeldSpots;
  readonly seal: HoldSeal;
  readonly ledger: Pick<Ledger, 'giveBack'>;
  readonly count: CountSpots;
  readonly known: KnownRegistrations;
  /** Waits a few milliseconds. */
  readonly pause: () => Promise<void>;
}

export type HoldAnswer =
  | { readonly kind: 'granted'; readonly hold: Hold; readonly token: string; readonly offer: Offer }
  | { readonly kind: 'no-such-race' | 'no-such-event' | 'busy' | 'id-taken' | 'not-yours' | 'offer-ended' }
  | { readonly kind: 'not-open-yet'; readonly opensAt: Date }
  | TooManyHolds
  | ProveWork
  | WrongSize
  | Exclude<Refusal, { kind: 'early' }>;

export type HoldSpot = (wish: HoldWish, deadline: number) => Promise<HoldAnswer>;

/** A race whose opening is farther away than this is not worth a question to the database, whose clock decides. */
const clockSkew = 5 * 60_000;

/**
 * Holds one particular spot for a registration, and one for each of those who register with it: asked again for the same
 * people, it answers with the same hold.
 */
export const holdSpot =
  (needs: Needs): HoldSpot =>
  async (wish, deadline) => {
    const { offers, held, now } = needs;
    const { registrationId, raceId, eventId } = wish;
    const offer = await offers.find(raceId, eventId, now());
    if (typeof offer === 'string') return { kind: offer };
    if (now().getTime() < offer.opensAt.getTime() - clockSkew) return { kind: 'not-open-yet', opensAt: offer.opensAt };

    const beganAt = now().getTime();
    const before = await keptBefore(needs, wish, offer, deadline);
    if (typeof before === 'string') return { kind: before };
    if (before) return { kind: 'granted', ...before, offer };

    const found = await findSpots(needs, wish, offer, deadline);
    if (found.kind !== 'found') {
      await held.end(registrationId);
      return found.kind === 'early' ? { kind: 'not-open-yet', opensAt: offer.opensAt } : found;
    }
    const { block, spots, askedAt, owner, counted } = found;
    const people = peopleOf(wish);
    const [own, ...companions] = seat(people, spots);
    const hold: Hold = {
      registrationId,
      raceId,
      eventId,
      block: block.id,
      spot: own.spot,
      ...(companions.length > 0 && { companions }),
      sessionHash: wish.sessionHash,
      quote: quoteFor(people.length, offer.quote),
      waiverHash: offer.waiver.hash,
      ...(owner !== undefined && { owner }),
      ...(counted && { counted }),
      cardTries: triesPerHold,
      expiresAt: holdExpiry(askedAt, block),
    };
    // Held up for longer than the others wait: one of them may have begun meanwhile, and two spots for one would be one for nobody.
    if (now().getTime() - beganAt > holdingSeconds * 1000) {
      const meanwhile = await keptBefore(needs, wish, offer, now().getTime());
      if (meanwhile) await giveBack(needs, wish, found);
      if (typeof meanwhile === 'string') return { kind: meanwhile };
      if (meanwhile) return { kind: 'granted', ...meanwhile, offer };
    }
    const token = await needs.seal.seal(hold).catch(async (error: unknown) => {
      await giveBack(needs, wish, found);
      throw error;
    });
    await keep(needs, { hold, token }, block.holdSeconds);
    await held.end(registrationId);
    return { kind: 'granted', hold, token, offer };
  };

/** Only what neither was kept nor left to anybody: a number that somebody may hold is never dealt again before its end. */
const giveBack = async (
  { ledger, tally, count }: Needs,
  wish: HoldWish,
  { block, spots, owner, counted }: Extract<Found, { kind: 'found' }>,
) => {
  // What is offered by name stays whose it is.
  if (owner !== undefined) return;
  try {
    await ledger.giveBack(block.eventId, block.id, spots);
    count('SpotsGivenBack', spots.length);
  } catch {
    count('SpotsLost', spots.length);
    return;
  }
  // Only what is on sale again: a lost spot stays off sale, and counts as long.
  if (counted) await tally.takeBack(amountsOf(wish, counted, spots.length).flatMap((amount) => amount ?? []));
};

/**
 * For a runner whose answer is lost: they ask again, and get the same. Kept nowhere, it is theirs all the same, or nobody could
 * register while both pools are away; should they ask again, what they hold already comes back with its block.
 */
const keep = async ({ held, pause, count }: Needs, spot: HeldSpot, seconds: number) => {
  if (await held.keep(spot, seconds)) return;
  await pause();
  if (!(await held.keep(spot, seconds))) count('HoldsNotKept');
};

/**
 * What this registration holds already. Asked twice at once, because an answer was slow, a runner must not get two spots:
 * one would be nobody's. So the first has one dealt (undefined), and the others get what he keeps.
 */
const keptBefore = async (
  { held, known, now, pause }: Needs,
  wish: HoldWish,
  offer: Offer,
  deadline: number,
): Promise<HeldSpot | 'busy' | 'id-taken' | undefined> => {
  const taken = known.isAnyTaken(peopleOf(wish), wish.sessionHash);
  for (;;) {
    const [isTaken, isFirst, before] = await Promise.all([
      taken,
      held.begin(wish.registrationId),
      held.find(wish.registrationId),
    ]);
    const isRefused = isTaken || (before && isAnothers(before.hold, wish, now()));
    const answer = isRefused ? 'id-taken' : before && stillGood(before.hold, wish, offer, now()) ? before : undefined;
    if (answer) {
      // They may come with others the next moment, and are not to wait for themselves.
      if (isFirst) await held.end(wish.registrationId);
      return answer;
    }
    if (isFirst) return undefined;
    if (now().getTime() >= deadline) return 'busy';
    await pause();
  }
};

/** Whoever asks under an id that somebody else holds a spot under gets neither that spot nor another one. */
const isAnothers = (hold: Hold, wish: HoldWish, now: Date): boolean =>
  hold.sessionHash !== wish.sessionHash && !isExpired(hold, now);

const stillGood = (hold: Hold, wish: HoldWish, offer: Offer, now: Date): boolean =>
  hold.sessionHash === wish.sessionHash &&
  hold.eventId === wish.eventId &&
  isForAll(hold, peopleOf(wish)) &&
  hold.waiverHash === offer.waiver.hash &&
  !isExpired(hold, now);

/** In their order, too: it is the order in which their names come in. */
const isForAll = (hold: Hold, people: readonly string[]): boolean => {
  const seats = seatsOf(hold);
  return seats.length === people.length && seats.every(({ registrationId }, n) => registrationId === people[n]);
};
