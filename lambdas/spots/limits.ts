import type { RaceLimits } from '../races/race';
import { maxGroupSize } from './hold';

/**
 * All limits on what costs nothing: holding spots, and trying out cards. A hold takes a spot off sale and is free; so
 * spots that are held and NOT PAID FOR are counted, of each session, address and network, for as long as a spot can be off
 * sale. Who pays gets what they held counted back: a family or a carrier's shared address that pays goes on for ever.
 * A race may say otherwise for itself (`sale.limits` of `createRace`).
 */
export interface Limits {
  /** Two groups of the largest size, or five holds: one whose hold ran out may begin again. */
  readonly perSession: number;
  /** Of one address and event, without any proof. */
  readonly free: number;
  /** Of one address and event, whatever is proven. */
  readonly most: number;
  /** What the first spot above the free ones costs: hashes, on average. */
  readonly hashes: number;
}

/** A hold counts for so many of the session's spots at least: with each of them, some cards can be tried. */
export const minSpotsPerHold = 3;

/** A household or a small club, where the event is small; two in a hundred of a large one: an office, a street of a carrier. */
const freeOf = (capacity: number) => Math.max(10, Math.floor(capacity / 50));

/** Five times the free ones: a crowd behind one address stays a part of the field, even if nobody there ever pays. */
const mostOf = (capacity: number) => Math.max(50, Math.floor(capacity / 10));

/** About a third of a second in a browser: nobody minds it, and nobody gets thousands of it for nothing. */
const defaultHashes = 2 ** 18;

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
 * An IPv6 address is one of 2^64 that a household has; whoever rents a network for nothing has 65,536 households, a /48.
 * That counts as four: some providers give one household a /56, or a town a /48.
 */
export const addressesPerNetwork = 4;

/** Spots held and not paid for, the wanted ones included. */
export interface Unpaid {
  readonly ofSession: number;
  readonly ofAddress: number;
  /** Of the /48 the address is in; nothing of an IPv4 address. */
  readonly ofNetwork: number;
}

export type Ruling =
  | { readonly kind: 'allowed' }
  /** With a proof that took so many hashes. */
  | { readonly kind: 'work'; readonly work: number }
  | { readonly kind: 'too-many'; readonly of: 'session' | 'network' };

/** Work is linear in the spots above the free ones, and at the most spots the same for a small event and a large one. */
export const ruleOn = (unpaid: Unpaid, { perSession, free, most, hashes }: Limits): Ruling => {
  if (unpaid.ofSession > perSession) return { kind: 'too-many', of: 'session' };
  const held = Math.max(unpaid.ofAddress, unpaid.ofNetwork / addressesPerNetwork);
  if (held > most) return { kind: 'too-many', of: 'network' };
  const above = held - free;
  return above <= 0
    ? { kind: 'allowed' }
    : { kind: 'work', work: Math.ceil(hashes * (1 + (10 * above) / (free || 1))) };
};

/** Long enough for a slow telephone, too short to keep proofs in store. In seconds. */
export const challengeSeconds = 180;

/** While somebody works, others come: what was asked of them may have become four times as much meanwhile. */
export const minWorkShare = 1 / 4;

/**
 * A hold that nobody pays for is a free place to try out stolen cards. Each comes with two tries: most people need one,
 * and who mistypes a number gets another at once.
 */
export const triesPerHold = 2;

/** More of them are given one by one, up to this: whose cards are all declined has to talk to their bank. */
export const maxTriesPerHold = 5;

/** Tries beyond those that come with a hold of a spot on sale, in the window of the unpaid spots; a session is one person at one screen. */
export const maxMoreTriesPerSession = 10;

/** The same of an address and event: as many as it may hold spots freely, and of a small event as a dorm may need. */
export const maxMoreTriesPerAddress = ({ free }: Limits): number => Math.max(30, free);

/** Which of them tries too many cards; undefined when nobody does. */
export const overTriesLimit = (
  { ofSession, ofAddress, ofNetwork }: Unpaid,
  limits: Limits,
): 'session' | 'network' | undefined => {
  if (ofSession > maxMoreTriesPerSession) return 'session';
  return Math.max(ofAddress, ofNetwork / addressesPerNetwork) > maxMoreTriesPerAddress(limits) ? 'network' : undefined;
};

/** Of what is offered to a place on the waiting list, a day: holds with different ids, and tries beyond those that come with them. */
export const maxHoldsPerPlacePerDay = 5;
export const maxMoreTriesPerPlacePerDay = 10;
export const daySeconds = 86_400;
