import type { Hold } from '../domain/hold';
import type { Identity } from '../domain/person';
import type { Quote } from '../domain/quote';
import type { PlaceKey, WaitingState } from '../domain/waiting';
import type { RaceSale } from '../races/race';
import type { Block, Reason } from './blocks/block';
import type { Permit } from './waiting-list/permits';

/** What the database answers to a caller that wants a block. */
export type Cut =
  | { readonly kind: 'block'; readonly block: Block }
  /** All its numbers are for the group that asked. It has no counter. */
  | { readonly kind: 'private'; readonly block: Block }
  | Refusal;

/** Decides who gets which block, and takes back what expired. */
export interface Ledger {
  /**
   * Leaves `left` and answers the block to deal from next. This is a compare-and-set: when another caller already left
   * `left`, that caller's block is answered and nothing is cut. A group of `size` gets a block of its own where the
   * current one does not serve it.
   */
  cut(eventId: string, left: string | undefined, reason: Reason, size?: number): Promise<Cut>;
  /** Nobody deals from this block any more: it ends with its last possible hold, or earlier if that was planned. */
  end(eventId: string, blockId: string, reason: Extract<Reason, 'spent' | 'lost'>): Promise<void>;
  /** Takes back numbers of a block that were not dealt to anybody and never will be. */
  giveBack(eventId: string, blockId: string, numbers: readonly number[]): Promise<void>;
  /** Events with an expired block, or with as many sellable spots as somebody on the waiting list wants. */
  due(): Promise<readonly string[]>;
  /**
   * Takes back the unregistered spots of an event's expired blocks and offers them to the waiting list. Returns how
   * many spots came back.
   */
  reclaim(eventId: string): Promise<number>;
}

/** Asks people on the waiting list to confirm their addresses. */
export interface Confirmations {
  /** Events in which somebody could be asked. */
  due(): Promise<readonly string[]>;
  /** Asks the places of an event whose turn it is. Returns how many were asked. */
  ask(eventId: string): Promise<number>;
}

/** Places on the waiting list. */
export interface Places {
  /** What is offered to a place at this moment: as many spots as it is for. */
  offered(place: PlaceKey): Promise<Offered | undefined>;
  /**
   * Gives up a place and what is offered to it: that goes to the next one. Nothing happens to a place that was left or
   * has ended. `nothing`: the ticket's person has no such place. `closed`: the place is confirmed and opens only to the
   * person who reads its mail.
   */
  leave(place: PlaceKey): Promise<'left' | 'nothing' | 'closed'>;
  /** Records that the person who reads the place's mail wants it. `over`: the place is no longer on any list. */
  confirm(place: PlaceKey): Promise<'confirmed' | 'over'>;
}

export interface Offered {
  readonly person: string;
  readonly block: Block;
}

/** What people on the waiting list are shown. A moment old at most. */
export interface WaitingRecords {
  /** The place of the ticket's person on the list of its event, under whatever id. */
  find(place: PlaceKey): Promise<WaitingRecord | undefined>;
}

export interface WaitingRecord {
  /** May differ from the ticket's: a person is on a list only once. */
  readonly placeId: string;
  readonly state: WaitingState;
  readonly isConfirmed: boolean;
  /** How many confirmed places come before this one. A smaller group behind it may still be served first. */
  readonly ahead: number;
  readonly runner: Identity;
  readonly size: number;
  /** When the offer ends; undefined while nothing is offered. */
  readonly endsAt?: Date | undefined;
}

/** How many spots an event has. */
export interface Capacities {
  /**
   * When the capacity is raised, the new spots are there at once. When it is lowered, sellable spots go now, and the
   * others as they come back.
   */
  change(raceId: string, eventId: string, capacity: number): Promise<CapacityChanged>;
}

export type CapacityChanged =
  /**
   * `spots`: how many rows there are now. They are more than `capacity` while held spots above it have not come back;
   * those are then deleted.
   */
  | {
      readonly kind: 'changed';
      readonly capacity: number;
      readonly spots: number;
      readonly outbox: readonly string[];
    }
  /** `taken` runners are registered, so the capacity cannot be lower. */
  | { readonly kind: 'taken'; readonly taken: number }
  | { readonly kind: 'no-such-event' };

/** Counts how many spots of each block were dealt. It may forget; then the block is lost. */
export interface Counters {
  /** Makes a new block's counter. Throws when there is one already: a counter made twice would deal numbers twice. */
  open(blockId: string): Promise<void>;
  /**
   * Counts `size` (1) further. Returns the position of the last of them, from 1; undefined when the counter is gone.
   * Throws when the outcome is unknown.
   */
  next(blockId: string, size?: number): Promise<number | undefined>;
}

/** Where processes tell each other which block is dealt from. When it forgets, that costs a question to the ledger. */
export interface Blocks {
  current(eventId: string): Promise<Block | EventRefusal | undefined>;
  /** The block after `blockId`, when somebody has cut it already. */
  after(blockId: string): Promise<Block | undefined>;
  /** `block` follows `left`: `now`, so that newcomers deal from it, or `later`, when `left` is spent. */
  follow(eventId: string, left: string | undefined, block: Block, when: 'now' | 'later'): Promise<void>;
  /** Why a group of this size was refused a moment ago, although a single runner may not be. */
  refused(eventId: string, size: number): Promise<Refusal | undefined>;
  /** Remembers briefly that a group of this size gets nothing, so that thousands of callers do not ask the ledger. */
  remember(eventId: string, size: number, refusal: Refusal): Promise<void>;
  /** True for one caller at a time: that one asks the ledger, the others look again. */
  mayCut(eventId: string, left: string | undefined): Promise<boolean>;
  /**
   * The ledger has answered, so the next caller does not wait. Not called after a failure, to leave the ledger in
   * peace.
   */
  wasCut(eventId: string, left: string | undefined): Promise<void>;
  /** True for one caller, which tells the ledger that this block is lost. */
  mayEnd(blockId: string): Promise<boolean>;
  /** True for one caller in a few seconds. */
  mayReclaim(eventId: string): Promise<boolean>;
}

/** Why nobody gets a spot of this event at this moment. */
export type EventRefusal =
  | { readonly kind: 'early' }
  | { readonly kind: 'closed' }
  /** Nothing is sellable, but some spots are only held and may come back. */
  | { readonly kind: 'held' }
  /** What comes back goes to the waiting list first. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'sold-out' };

/** Why a group of this size gets nothing. */
export type Refusal = EventRefusal | TooFew;

/** Fewer spots are sellable than the group has members. */
export interface TooFew {
  readonly kind: 'too-few';
  readonly sellable: number;
}

/** What a session holds, copied to two zones. Losing it costs comfort (the same hold again), never a spot. */
export interface HeldSpots {
  find(registrationId: string): Promise<HeldSpot | undefined>;
  /** False when it is kept nowhere, or that is unknown. */
  keep(held: HeldSpot, seconds: number): Promise<boolean>;
  /** True for one caller, for `holdingSeconds`: it has a spot dealt, the others wait for what it keeps. */
  begin(registrationId: string): Promise<boolean>;
  /** The caller that began has kept what it got, or got nothing. */
  end(registrationId: string): Promise<void>;
}

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

/** Registration ids that have a row already. Clients make ids, so anybody may send anybody's. */
export interface KnownRegistrations {
  /** Does one of these ids belong to a registration that was made in another session? */
  isAnyTaken(registrationIds: readonly string[], sessionHash: string): Promise<boolean>;
}

/**
 * Longer than a function runs: a caller that died is not waited for any longer. A caller that takes longer looks again
 * before it keeps what it got.
 */
export const holdingSeconds = 12;

/**
 * Failures on the way to a spot where the request itself succeeds: no session pool answered, a hold is kept nowhere, or
 * spots were dealt to a request that failed. Those spots are given back or, if that fails too, stay in their block
 * until it ends.
 */
export type CountSpots = (
  what: 'HeldSpotsUnanswered' | 'HoldsNotKept' | 'SpotsGivenBack' | 'SpotsLost' | 'BlocksLost',
  amount?: number,
) => void;

export interface HeldSpot {
  readonly hold: Hold;
  readonly token: string;
}

/** What holding needs to know of a race: when it opens, what it costs now, which waiver must be accepted. */
export interface Offers {
  find(raceId: string, eventId: string, now: Date): Promise<Offer | 'no-such-race' | 'no-such-event'>;
}

export interface Offer {
  readonly raceId: string;
  readonly eventId: string;
  readonly opensAt: Date;
  readonly closesAt: Date;
  readonly quote: Quote;
  readonly waiver: { readonly version: string; readonly text: string; readonly hash: string };
  /** How many spots the event has. */
  readonly capacity: number;
  readonly sale: RaceSale;
}

/** Signs permits and verifies them. */
export interface PermitSigner {
  signPermit(permit: Permit): Promise<string>;
  /** Undefined when the token is not ours. */
  readPermit(token: string): Promise<Permit | undefined>;
}

/** Counts permits. It may forget: then somebody gets more of them. */
export interface PermitCounts {
  /** Whether this place, or this session, was counted a while ago. */
  isKnown(what: string): Promise<boolean>;
  know(what: string, seconds: number): Promise<void>;
  /** Counts one more permit. Returns how many that makes in about an hour. */
  count(who: string): Promise<number>;
}

/** Signs holds. */
export interface HoldSigner {
  sign(hold: Hold): Promise<string>;
}
