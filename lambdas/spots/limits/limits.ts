import { maxGroupSize } from '../../domain/hold';
import type { RaceLimits } from '../../races/race';

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
  /** The price of the first spot above the free ones, in hashes on average. */
  readonly hashes: number;
}

/** A hold counts for at least this many of the session's spots, because each hold lets some cards be tried. */
export const minSpotsPerHold = 3;

/**
 * For a small event a household or a small club; for a large one two percent, which is an office or the customers of
 * one carrier.
 */
const freeOf = (capacity: number) => Math.max(10, Math.floor(capacity / 50));

/**
 * Five times the free ones: a crowd behind one address gets only a part of the field, even if nobody there ever pays.
 */
const mostOf = (capacity: number) => Math.max(50, Math.floor(capacity / 10));

/** About a third of a second in a browser: a person does not notice it, and it makes thousands of holds expensive. */
const defaultHashes = 2 ** 18;

/** The limits of an event with this capacity: the race's own where it sets them, else the defaults. */
export const limitsOf = (capacity: number, own: RaceLimits = {}): Limits => {
  const free = own.freePerAddress ?? freeOf(capacity);
  return {
    perSession: own.perSession ?? 2 * maxGroupSize,
    free,
    most: Math.max(free, own.mostPerAddress ?? mostOf(capacity)),
    hashes: own.hashes ?? defaultHashes,
  };
};

/**
 * An IPv6 address is one of the 2^64 of a household. A network that is rented for nothing, a /48, has 65,536
 * households. It counts as four addresses, because some providers give one household a /56, or a town a /48.
 */
export const addressesPerNetwork = 4;

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
 * is the same for a small and for a large event.
 */
export const ruleOn = (unpaid: Unpaid, { perSession, free, most, hashes }: Limits): Ruling => {
  if (unpaid.ofSession > perSession) return { kind: 'too-many', of: 'session' };
  const held = Math.max(unpaid.ofAddress, unpaid.ofNetwork / addressesPerNetwork);
  if (held > most) return { kind: 'too-many', of: 'network' };
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
export const maxMoreTriesPerSession = 10;

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
