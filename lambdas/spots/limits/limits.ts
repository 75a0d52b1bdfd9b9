import { type Counted, type Hold, maxGroupSize, seatsOf } from '../../domain/hold';
import { addressesPerNetwork, neighbourhoodOf, networkOf } from '../../domain/network';
import type { RaceLimits, RaceSale } from '../../races/race';
import type { Times } from '../blocks/block';

/**
 * Counts what each session or address may have only so much of in a while. Losing it forgets limits, never spots; it
 * never decides who gets a spot.
 */
export interface Tally {
  /** Adds all amounts. Returns each total within its window or, at most, within the window before as well. */
  add(amounts: readonly Amount[]): Promise<readonly number[]>;
  /** Subtracts what came to nothing or was paid for. Never throws. */
  takeBack(amounts: readonly Amount[]): Promise<void>;
}

export interface Amount {
  readonly who: string;
  readonly much: number;
  /** Seconds since the epoch. */
  readonly at: number;
  /** The window's length, in seconds. */
  readonly seconds: number;
}

/** Work that a client must do before it gets more than others. Nothing is stored: everything is in the token. */
export interface Challenges {
  /** `about`: the one thing that the work is good for. */
  make(about: string, work: number, now: Date): Promise<string>;
  /** How much work is proven; 0 when the challenge is not ours, is over, or is about something else. */
  proven(proof: Proof, about: string, now: Date): Promise<number>;
}

export interface Proof {
  /** The challenge's token. */
  readonly challenge: string;
  readonly nonce: string;
}

/**
 * All limits on what costs nothing: holding spots and trying cards. A hold takes a spot off sale and is free. So spots
 * that are held and NOT PAID FOR are counted, for each session, address and network, for as long as a spot can be off
 * sale. What is paid for is subtracted again: a family or a carrier's shared address that pays is never limited. A race
 * may set limits of its own (`sale.limits` of `createRace`).
 */
export interface Limits {
  /** Two groups of the largest size, or five holds, so that a runner whose hold ran out can begin again. */
  readonly perSession: number;
  /** Spots of one address and event that need no proof of work. */
  readonly free: number;
  /** Spots of one address and event at most, whatever work is proven. */
  readonly most: number;
  /** The same of a /48. */
  readonly mostOfNetwork: number;
  /**
   * Spots that may be held or registered within a day where they cost nothing. There nobody pays, and what is registered does not come
   * back by itself.
   */
  readonly inADay: AddressShare;
  /** The price of the first spot above the free ones, in hashes on average. */
  readonly hashes: number;
}

/** A hold counts for at least this many of the session's spots, because each hold lets some cards be tried. */
export const minSpotsPerHold = 3;

/**
 * What one address leaves to all others: half of a small event. But a group of the largest size is never refused for its address, so it
 * may take all of an event that is no larger.
 */
export const shareOf = (capacity: number) => Math.max(maxGroupSize, Math.floor(capacity / 2));

/**
 * For a small event a household or a small club; for a large one two percent, which is an office or the customers of
 * one carrier.
 */
const freeOf = (capacity: number) => Math.min(shareOf(capacity), Math.max(10, Math.floor(capacity / 50)));

/**
 * Five times the free ones: a crowd behind one address gets only a part of the field, even if nobody there ever pays.
 */
const mostOf = (capacity: number) => Math.min(shareOf(capacity), Math.max(50, Math.floor(capacity / 10)));

/** What one address may have of something, and the network that it is in. */
export interface AddressShare {
  readonly perAddress: number;
  readonly perNetwork: number;
}

/** A network counts as four addresses, and leaves a quarter to all others. */
export const addressShareOf = (all: number, perAddress: number): AddressShare => ({
  perAddress,
  perNetwork: Math.max(perAddress, Math.min(addressesPerNetwork * perAddress, Math.floor((3 * all) / 4))),
});

/** About a third of a second in a browser: a person does not notice it, and it makes thousands of holds expensive. */
const defaultHashes = 2 ** 18;

/** The limits of an event with this capacity: the race's own where it sets them, else the defaults. */
export const limitsOf = (capacity: number, own: RaceLimits = {}): Limits => {
  const free = own.freePerAddress ?? freeOf(capacity);
  const most = Math.max(free, own.mostPerAddress ?? mostOf(capacity));
  return {
    perSession: own.perSession ?? 2 * maxGroupSize,
    free,
    most,
    mostOfNetwork: addressShareOf(capacity, most).perNetwork,
    inADay: addressShareOf(capacity, Math.max(shareOf(capacity), most)),
    hashes: own.hashes ?? defaultHashes,
  };
};

/** Spots held and not paid for, including those of this request. */
export interface Unpaid {
  readonly ofSession: number;
  readonly ofAddress: number;
  /** Those of the /48 that the address is in; 0 for an IPv4 address. */
  readonly ofNetwork: number;
}

export type Ruling =
  | { readonly kind: 'allowed' }
  /** Allowed with a proof of `work` hashes. */
  | { readonly kind: 'work'; readonly work: number }
  | { readonly kind: 'too-many'; readonly of: 'session' | 'network' };

/**
 * Decides whether these spots may be held. Work grows linearly with the spots above the free ones. At the most spots it
 * is the same for all events of a hundred spots or more.
 */
export const ruleOn = (unpaid: Unpaid, { perSession, free, most, mostOfNetwork, hashes }: Limits): Ruling => {
  if (unpaid.ofSession > perSession) return { kind: 'too-many', of: 'session' };
  if (unpaid.ofAddress > most || unpaid.ofNetwork > mostOfNetwork) return { kind: 'too-many', of: 'network' };
  const held = Math.max(unpaid.ofAddress, unpaid.ofNetwork / addressesPerNetwork);
  const above = held - free;
  return above <= 0
    ? { kind: 'allowed' }
    : { kind: 'work', work: Math.ceil(hashes * (1 + (10 * above) / (free || 1))) };
};

/** Long enough for a slow phone, too short to keep proofs in store; in seconds. */
export const challengeSeconds = 180;

/**
 * While a client works, other requests arrive, and the work asked of its network may be four times as much by then. A
 * proof of this part is enough.
 */
export const minWorkShare = 1 / 4;

/**
 * A hold that is not paid for is a free place to try stolen cards. Each comes with two tries: most people need one, and
 * a mistyped number gets another at once.
 */
export const triesPerHold = 2;

/**
 * Tries of a session beyond those that come with a hold of a spot on sale, in the window of unpaid spots. A session is
 * one person at one screen.
 */
const maxMoreTriesPerSession = 10;

/**
 * The same for an address and event: as many tries as it may hold spots freely. In a small event it is at least 30,
 * which is enough for a dormitory.
 */
export const maxMoreTriesPerAddress = ({ free }: Limits): number => Math.max(30, free);

/** Which of them is over its limit of card tries; undefined when none is. */
export const overTriesLimit = (
  { ofSession, ofAddress, ofNetwork }: Unpaid,
  limits: Limits,
): 'session' | 'network' | undefined => {
  if (ofSession > maxMoreTriesPerSession) return 'session';
  return Math.max(ofAddress, ofNetwork / addressesPerNetwork) > maxMoreTriesPerAddress(limits) ? 'network' : undefined;
};

/**
 * Limits for what is offered to a place on the waiting list, per day: holds with different ids, and tries beyond those
 * that come with them.
 */
export const maxHoldsPerPlacePerDay = 5;
export const maxMoreTriesPerPlacePerDay = 10;
export const daySeconds = 86_400;
/** What cost nothing counts for this time at least, and for twice as long at most, which is a day. */
const halfDaySeconds = daySeconds / 2;

/**
 * A hold counts for as long as its spot can be off sale: until the last hold of its block can have ended and its
 * message has come in.
 */
export const countedAt = (
  { address }: { readonly address: string },
  { holdSeconds }: Pick<RaceSale, 'holdSeconds'>,
  { deal, grace }: Pick<Times, 'deal' | 'grace'>,
  now: Date,
): Counted => ({ address, at: Math.floor(now.getTime() / 1000), seconds: deal + holdSeconds + grace });

type Holding = Pick<Hold, 'sessionHash' | 'eventId'>;

/** What this many spots count for until they are paid: for the session, the address and, with IPv6, its network. */
export const amountsOf = (
  { sessionHash, eventId }: Holding,
  { address, at, seconds }: Counted,
  spots: number,
): readonly [session: Amount, address: Amount, network?: Amount] => {
  const session = { who: `session:${sessionHash}`, much: Math.max(spots, minSpotsPerHold), at, seconds };
  const ofAddress = { who: `address:${eventId}:${address}`, much: spots, at, seconds };
  const network = networkOf(address);
  return network === undefined
    ? [session, ofAddress]
    : [session, ofAddress, { who: `network:${eventId}:${network}`, much: spots, at, seconds }];
};

/** What spots that cost nothing count for besides, until a day is over: for the address and for its /48 or /24. */
export const amountsInADay = (
  { eventId }: Pick<Hold, 'eventId'>,
  { address, at }: Pick<Counted, 'address' | 'at'>,
  spots: number,
): readonly Amount[] => {
  const network = neighbourhoodOf(address);
  const whose = [`address:${eventId}:${address}`, ...(network === undefined ? [] : [`network:${eventId}:${network}`])];
  return whose.map((who) => ({ who: `free:${who}`, much: spots, at, seconds: halfDaySeconds }));
};

/** Whether these totals of `amountsInADay` are more than an address, or its network, may have. */
export const areBeyondADay = ([ofAddress = 0, ofNetwork = 0]: readonly number[], { inADay }: Limits): boolean =>
  ofAddress > inADay.perAddress || ofNetwork > inADay.perNetwork;

/** What a hold counted for; nothing for an offered hold, nor for a hold from before this field was added. */
export const amountsOfHold = (hold: Hold): readonly Amount[] =>
  hold.counted ? amountsOf(hold, hold.counted, seatsOf(hold).length).flatMap((amount) => amount ?? []) : [];

/**
 * What no longer counts once a hold became a registration. At a free event nobody pays, so address and network still
 * count: otherwise registering strangers and cancelling them again and again would send any amount of mail.
 */
export const amountsPaid = (hold: Hold): readonly Amount[] =>
  hold.quote.total > 0 ? amountsOfHold(hold) : amountsOfHold(hold).slice(0, 1);

/**
 * Card tries beyond those that come with what is paid for: for the session, the address and, with IPv6, its network.
 */
export const triesOf = (
  { sessionHash, eventId }: Holding,
  { address, at, seconds }: Counted,
  tries: number,
): readonly Amount[] => {
  const network = networkOf(address);
  const whose = [
    `session:${sessionHash}`,
    `address:${eventId}:${address}`,
    ...(network ? [`network:${eventId}:${network}`] : []),
  ];
  return whose.map((who) => ({ who: `cards:${who}`, much: tries, at, seconds }));
};
