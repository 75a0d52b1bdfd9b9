import { type Hold, isExpired, quoteFor, quoteOf, seat, seatsOf } from '../../domain/hold';
import { priceAt, type Races } from '../../races/race';
import { holdExpiry } from '../blocks/block';
import type { CountSpots, Ledger, Refusal } from '../blocks/ports';
import { triesPerHold } from '../limits/limits';
import { type Found, findSpots, type ProveWork, type Sources, type TooManyHolds, type WrongSize } from './find-spots';
import {
  type Admission,
  type HeldSpot,
  type HeldSpots,
  type HoldCommand,
  type HoldSigner,
  holdingSeconds,
  type KnownRegistrations,
  type NotAdmitted,
  type Offer,
  type Offers,
  peopleOf,
  type ReadAccess,
} from './ports';

interface Needs extends Sources {
  readonly offers: Offers;
  readonly held: HeldSpots;
  readonly signer: HoldSigner;
  readonly ledger: Pick<Ledger, 'giveBack'>;
  readonly count: CountSpots;
  readonly known: KnownRegistrations;
  readonly readAccess: ReadAccess;
  readonly admission: Admission;
  /** Waits a few milliseconds. */
  readonly pause: () => Promise<void>;
}

/**
 * `id-taken`: another session uses this registration id. `not-yours`: the ticket is for another place or event.
 * `access-needed`: the event is hidden, and nothing shows that this session has a code for it.
 */
export type HoldAnswer =
  | { readonly kind: 'granted'; readonly hold: Hold; readonly token: string; readonly offer: Offer }
  | {
      readonly kind:
        | 'no-such-race'
        | 'no-such-event'
        | 'access-needed'
        | 'busy'
        | 'id-taken'
        | 'not-yours'
        | 'offer-ended';
    }
  | { readonly kind: 'not-open-yet'; readonly opensAt: Date }
  | TooManyHolds
  | ProveWork
  | WrongSize
  | NotAdmitted
  /** `isWithoutList`: nobody waits for a spot here. */
  | (Exclude<Refusal, { kind: 'early' }> & { readonly isWithoutList?: true });

/**
 * `deadline`: until when to wait for a block, in milliseconds since the epoch. `remember`: called with what is granted, at the same time
 * as that is kept, so that both leave in one write. It must not throw.
 */
export type HoldSpot = (
  command: HoldCommand,
  deadline: number,
  remember: (granted: HeldSpot) => Promise<void>,
) => Promise<HoldAnswer>;

/** When the opening is farther away than this, the database is not asked. Nearer than that, its clock decides. */
const openingSkewMs = 5 * 60_000;

/**
 * Holds one particular spot for a registration, and one for each companion. Repeated for the same people, it answers
 * the same hold.
 */
export const holdSpot =
  (needs: Needs): HoldSpot =>
  async (command, deadline, remember) => {
    const { offers, held, now } = needs;
    const again = async (before: HeldSpot, offer: Offer): Promise<HoldAnswer> => {
      await remember(before);
      return { kind: 'granted', ...before, offer };
    };
    const { registrationId, raceId, eventId } = command;
    const offer = await offers.find(raceId, eventId, now());
    if (typeof offer === 'string') return { kind: offer };
    const access = offer.isHidden ? await accessOf(needs, command) : undefined;
    // A runner with a ticket had a code when they joined the list. The ticket is looked at when the spots are found.
    if (offer.isHidden && access === undefined && command.ticket === undefined) return { kind: 'access-needed' };
    if (now().getTime() < offer.opensAt.getTime() - openingSkewMs)
      return { kind: 'not-open-yet', opensAt: offer.opensAt };

    const beganAt = now().getTime();
    const before = await keptBefore(needs, command, offer, deadline);
    if (typeof before === 'string') return { kind: before };
    if (before) return again(before, offer);

    // Those who have a hold, or an offer, are past the line.
    const admitted = offer.hasLine && command.ticket === undefined ? await needs.admission.ask(command) : undefined;
    if (admitted && admitted.kind !== 'admitted') {
      await held.end(registrationId);
      return admitted.kind === 'held' ? { ...admitted, isWithoutList: true } : admitted;
    }
    const found = await findSpots(needs, command, offer, deadline);
    if (admitted?.by) await needs.admission.answered(admitted.by, command, resultOf(found));
    else if (found.kind === 'busy') await needs.admission.sentBack(raceId);
    if (found.kind !== 'found') {
      await held.end(registrationId);
      if (found.kind === 'early') return { kind: 'not-open-yet', opensAt: offer.opensAt };
      // What comes back goes to the list first. While turns are called, nobody gets onto it ahead of them because all spots are held.
      const isListClosed = offer.hasLine && (found.kind === 'held' || found.kind === 'too-few');
      return offer.kind || isListClosed ? { ...found, isWithoutList: true } : found;
    }
    const { block, spots, askedAt, owner, counted } = found;
    const people = peopleOf(command);
    const [own, ...companions] = seat(people, spots);
    const hold: Hold = {
      registrationId,
      raceId,
      eventId,
      block: block.id,
      spot: own.spot,
      ...(companions.length > 0 && { companions }),
      sessionHash: command.sessionHash,
      quote: quoteFor(people.length, offer.quote),
      waiverHash: waiverOf(offer),
      ...(offer.kind && { kind: offer.kind }),
      ...(offer.form !== undefined && { form: offer.form }),
      ...(owner !== undefined && { owner }),
      ...(access !== undefined && { access }),
      ...(counted && { counted }),
      cardTries: triesPerHold,
      expiresAt: holdExpiry(askedAt, block),
    };
    // This request took longer than others wait for it. Another one may have begun meanwhile, and of two spots for one
    // registration nobody would use the second.
    if (now().getTime() - beganAt > holdingSeconds * 1000) {
      const meanwhile = await keptBefore(needs, command, offer, now().getTime());
      if (meanwhile) await giveBack(needs, found);
      if (typeof meanwhile === 'string') return { kind: meanwhile };
      if (meanwhile) return again(meanwhile, offer);
    }
    const token = await needs.signer.signHold(hold).catch(async (error: unknown) => {
      await giveBack(needs, found);
      throw error;
    });
    await Promise.all([keep(needs, { hold, token }, block.holdSeconds), remember({ hold, token })]);
    return { kind: 'granted', hold, token, offer };
  };

const resultOf = ({ kind }: Found): Parameters<Admission['answered']>[2] => {
  if (kind === 'found' || kind === 'busy') return kind;
  return kind === 'held' || kind === 'sold-out' || kind === 'waiting' || kind === 'too-few' ? 'in-vain' : 'refused';
};

/** The code that opened the event for this session. */
const accessOf = async ({ readAccess }: Needs, { access, raceId, eventId, sessionHash }: HoldCommand) => {
  const read = access === undefined ? undefined : await readAccess(access);
  return read?.raceId === raceId && read.eventIds.includes(eventId) && read.sessionHash === sessionHash
    ? read.code
    : undefined;
};

/**
 * Gives back only spots that were neither kept nor answered to anybody: a number that somebody may hold is not dealt
 * again before its end.
 */
const giveBack = async (
  { ledger, tally, count }: Needs,
  { block, spots, owner, amounts = [] }: Extract<Found, { kind: 'found' }>,
) => {
  // An offered spot stays with the person it is offered to.
  if (owner !== undefined) return;
  try {
    await ledger.giveBack(block.eventId, block.id, spots);
    count('SpotsGivenBack', spots.length);
  } catch {
    count('SpotsLost', spots.length);
    return;
  }
  // Only spots that are on sale again: a lost spot stays off sale and goes on counting.
  await tally.takeBack(amounts);
};

/**
 * Keeps the hold for a runner whose answer is lost, so that they get the same one when they ask again. If it is kept
 * nowhere, the runner has it all the same: otherwise nobody could register while both pools are away. If they then ask
 * again, the first spots come back with their block.
 */
const keep = async ({ held, pause, count }: Needs, spot: HeldSpot, seconds: number) => {
  if (await held.keepAndEnd(spot, seconds)) return;
  await pause();
  // This time it ends no turn: others may have begun meanwhile.
  if (!(await held.keep(spot, seconds))) count('HoldsNotKept');
};

/**
 * What this registration holds already. A runner may ask twice at once because an answer was slow, and must not get two
 * spots, of which nobody would use one. So the first request has a spot dealt (the answer is undefined), and the others
 * get what the first one keeps.
 */
const keptBefore = async (
  { held, known, now, pause }: Needs,
  command: HoldCommand,
  offer: Offer,
  deadline: number,
): Promise<HeldSpot | 'busy' | 'id-taken' | undefined> => {
  const taken = known.isAnyTaken(peopleOf(command), command.sessionHash);
  for (;;) {
    const [isTaken, { isFirst, before }] = await Promise.all([taken, held.begin(command.registrationId)]);
    const isRefused = isTaken || (before && isAnothers(before.hold, command, now()));
    const answer = isRefused
      ? 'id-taken'
      : before && stillGood(before.hold, command, offer, now())
        ? before
        : undefined;
    if (answer) {
      // The same runner may ask with companions a moment later, and must not wait for this request.
      if (isFirst) await held.end(command.registrationId);
      return answer;
    }
    if (isFirst) return undefined;
    if (now().getTime() >= deadline) return 'busy';
    await pause();
  }
};

/** People who do not run sign no waiver. */
const waiverOf = ({ kind, waiver }: Offer): string => (kind ? '' : waiver.hash);

/** A caller that uses an id under which another session holds a spot gets neither that spot nor another one. */
const isAnothers = (hold: Hold, command: HoldCommand, now: Date): boolean =>
  hold.sessionHash !== command.sessionHash && !isExpired(hold, now);

/** Of a hold of this session: another session's is refused before, or has expired. */
const stillGood = (hold: Hold, command: HoldCommand, offer: Offer, now: Date): boolean =>
  hold.eventId === command.eventId &&
  isForAll(hold, peopleOf(command)) &&
  hold.waiverHash === waiverOf(offer) &&
  !isExpired(hold, now);

/** The order counts as well: the runners' names come in this order. */
const isForAll = (hold: Hold, people: readonly string[]): boolean => {
  const seats = seatsOf(hold);
  return seats.length === people.length && seats.every(({ registrationId }, n) => registrationId === people[n]);
};

/** What an event costs at a moment, read from the published race. `find` throws when the event has no price. */
export const pricedOffers = (races: Pick<Races, 'find'>): Offers => ({
  async find(raceId, eventId, now) {
    const race = await races.find(raceId);
    if (!race) return 'no-such-race';
    const event = race.events.find(({ id }) => id === eventId);
    // Where nobody runs, the form says what is asked for.
    if (!event || (event.kind && race.form === undefined)) return 'no-such-event';
    // Before its first price period an event has the price of that period: it cannot be held yet anyway.
    const price = priceAt(event, now) ?? event.prices[0];
    if (!price) throw new Error(`event ${eventId} has no price`);
    return {
      raceId,
      eventId,
      opensAt: race.opensAt,
      closesAt: race.closesAt,
      quote: quoteOf(race.currency, [{ label: `${event.name}, ${price.label}`, amount: price.amount }]),
      waiver: race.waiver,
      capacity: event.capacity,
      sale: race.sale,
      kind: event.kind,
      form: race.form,
      ...(event.isHidden && { isHidden: true }),
      // Who has a code was invited, and to donate is no rush.
      ...(race.hasLine && !event.isHidden && event.kind !== 'gift' && { hasLine: true }),
    };
  },
});
