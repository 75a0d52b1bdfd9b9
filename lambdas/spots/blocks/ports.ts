import type { Block, Reason } from './block';

/** What the database answers to a caller that wants a block. */
export type Cut =
  | { readonly kind: 'block'; readonly block: Block }
  /** All its numbers are for the group that asked. It has no counter. */
  | { readonly kind: 'private'; readonly block: Block }
  | Refusal
  | Scarce;

/** Decides who gets which block, and takes back what expired. Where units are dealt, "event" is their pool. */
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
  current(eventId: string): Promise<Block | Refusal | Scarce | undefined>;
  /** The block after `blockId`, when somebody has cut it already. */
  after(blockId: string): Promise<Block | undefined>;
  /** `block` follows `left`: `now`, so that newcomers deal from it, or `later`, when `left` is spent. */
  follow(eventId: string, left: string | undefined, block: Block, when: 'now' | 'later'): Promise<void>;
  /** Why a group of this size was refused a moment ago, although a single runner may not be. */
  refused(eventId: string, size: number): Promise<Refusal | Scarce | undefined>;
  /** Remembers briefly that a group of this size gets nothing, so that thousands of callers do not ask the ledger. */
  remember(eventId: string, size: number, refusal: Refusal | Scarce): Promise<void>;
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
  /** A director has paused the sale of the event. */
  | { readonly kind: 'paused' }
  | { readonly kind: 'closed' }
  /** Nothing is sellable, but some spots are only held and may come back. */
  | { readonly kind: 'held' }
  /** What comes back goes to the waiting list first. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'sold-out' };

/** Why a group of this size gets nothing. */
export type Refusal = EventRefusal | TooFew;

/** Units of a pool only: too few are sellable for a block, so each registration claims its own from the database. */
export interface Scarce {
  readonly kind: 'scarce';
}

/** Fewer spots are sellable than the group has members. */
export interface TooFew {
  readonly kind: 'too-few';
  readonly sellable: number;
}

/**
 * Failures on the way to a spot where the request itself succeeds: no session pool answered, a hold is kept nowhere, or
 * spots were dealt to a request that failed. Those spots are given back or, if that fails too, stay in their block
 * until it ends.
 */
export type CountSpots = (
  what: 'HeldSpotsUnanswered' | 'HoldsNotKept' | 'SpotsGivenBack' | 'SpotsLost' | 'BlocksLost',
  amount?: number,
) => void;

/** An open block. `left`: how many of its spots nobody has registered. */
export interface LeftOfBlock {
  readonly id: string;
  readonly size: number;
  readonly left: number;
}

/** Spots without a registration in the open blocks of an event that have no owner. */
export interface LeftOfEvent {
  /** In blocks that were cut for one group: they are all held. */
  readonly promised: number;
  /** The other ones. */
  readonly blocks: readonly LeftOfBlock[];
}
