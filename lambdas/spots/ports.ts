import type { Quote } from '../payment/quote';
import type { RaceSale } from '../races/race';
import type { Identity } from '../registration/registration';
import type { Block, Reason } from './block';
import type { Hold } from './hold';
import type { Permit } from './permits';
import type { WaitingState } from './waiting';

/** What the database says when somebody wants a block. */
export type Cut =
  | { readonly kind: 'block'; readonly block: Block }
  /** Its numbers are all for those who asked together, and not counted. */
  | { readonly kind: 'private'; readonly block: Block }
  | Refusal;

/** The judge: cuts blocks, and takes back what expired. */
export interface Ledger {
  /**
   * Leaves `left` and gives the block to deal from next. Compare-and-set: when another caller already left it,
   * his block is given and nothing is cut. So many who register together (`size`) get a block of their own where the one
   * that everybody deals from does not serve them.
   */
  cut(eventId: string, left: string | undefined, reason: Reason, size?: number): Promise<Cut>;
  /** Nobody deals from this block any more: it ends with the last hold that can have been dealt from it, unless it does sooner. */
  end(eventId: string, blockId: string, reason: Extract<Reason, 'spent' | 'lost'>): Promise<void>;
  /** Takes back numbers of a block that nobody was dealt and nobody will be. */
  giveBack(eventId: string, blockId: string, numbers: readonly number[]): Promise<void>;
  /** Events with an expired block, or with as many sellable spots as somebody waits for. */
  due(): Promise<readonly string[]>;
  /** Takes back the unregistered spots of an event's expired blocks, and offers them to those who wait; how many came back. */
  reclaim(eventId: string): Promise<number>;
}

/** A wish for a place on the waiting list. */
export interface Join {
  /** Of the place on the list, made by the client for this wish. */
  readonly placeId: string;
  readonly person: string;
  readonly runner: Identity;
  /** How many want to run together: they are offered as many spots at once, or none. */
  readonly size: number;
}

/** A place on the waiting list, as its owner carries it: signed by us. */
export interface Ticket {
  readonly placeId: string;
  readonly raceId: string;
  readonly eventId: string;
  /** SHA-256 (base64url) of the person. The place is opened only if it is this person's: anybody can name its id. */
  readonly personHash: string;
  /** It was in a mail: whoever brings it reads what is sent to the person's address. */
  readonly isMailed: boolean;
  /** Of one that was given at joining: when. Milliseconds since the epoch. */
  readonly givenAt?: number | undefined;
}

/** The part of a ticket that is compared with the row of the place. */
export type PlaceKey = Pick<Ticket, 'placeId' | 'eventId' | 'personHash' | 'isMailed'>;

/** Asks those who wait to confirm their addresses. */
export interface Confirmations {
  /** Events in which somebody could be asked. */
  due(): Promise<readonly string[]>;
  /** Asks those of an event whose turn it is; how many. */
  ask(eventId: string): Promise<number>;
}

/** Who gets what comes back. */
export interface WaitingList {
  /** Enters people in the order given; who is on the list already stays where they are. Outbox ids of the mails that ask them to confirm. */
  join(eventId: string, joins: readonly Join[]): Promise<readonly string[]>;
}

/** Places on the waiting list. */
export interface Places {
  /** What is offered to a place on the list at this moment: as many spots as it is for. */
  offered(place: PlaceKey): Promise<Offered | undefined>;
  /**
   * Gives up a place, and what is offered to it: that goes to the next one. Nothing happens to one that was left, or came to
   * its end. `nothing`: the ticket's person has no such place. `closed`: it is confirmed, and opens only to who reads its mail.
   */
  leave(place: PlaceKey): Promise<'left' | 'nothing' | 'closed'>;
  /** Notes that whoever reads the place's mail wants it. `over`: it is on no list any more. */
  confirm(place: PlaceKey): Promise<'confirmed' | 'over'>;
}

export interface Offered {
  readonly person: string;
  readonly block: Block;
}

/** What those who wait are shown. A moment old at most. */
export interface WaitingRecords {
  /** The place of the ticket's person on the list of its event, whichever it is. */
  find(place: PlaceKey): Promise<WaitingRecord | undefined>;
}

export interface WaitingRecord {
  /** Perhaps not that of the ticket: nobody is on a list twice. */
  readonly placeId: string;
  readonly state: WaitingState;
  readonly isConfirmed: boolean;
  /** How many confirmed places come first; who wants fewer spots may be served before them all the same. */
  readonly ahead: number;
  readonly runner: Identity;
  readonly size: number;
  /** While something is offered. */
  readonly endsAt?: Date | undefined;
}

/** How many spots an event has. */
export interface Capacities {
  /** More spots are there at once; of fewer, those that nobody has go now and the rest as they come back. */
  change(raceId: string, eventId: string, capacity: number): Promise<CapacityChanged>;
}

export type CapacityChanged =
  /** `spots`: how many there are now; more than `capacity` while some are held that must go when they come back. */
  | {
      readonly kind: 'changed';
      readonly capacity: number;
      readonly spots: number;
      readonly outbox: readonly string[];
    }
  /** So many are registered: fewer there cannot be. */
  | { readonly kind: 'taken'; readonly taken: number }
  | { readonly kind: 'no-such-event' };

/** Counts how many spots of each block were dealt. It may forget; then the block is lost. */
export interface Counters {
  /** Makes a new block's counter. Fails rather than repeats: a counter made twice would deal numbers twice. */
  open(blockId: string): Promise<void>;
  /**
   * Counts so many (1) on: the position of the last of them in the block, from 1; none when the counter is gone. Throws
   * when the outcome is unknown.
   */
  next(blockId: string, size?: number): Promise<number | undefined>;
}

/** Where processes tell each other which block is dealt from. Forgetting costs a question to the ledger. */
export interface Blocks {
  current(eventId: string): Promise<Block | Verdict | undefined>;
  /** The block after `blockId`, when somebody has cut it already. */
  after(blockId: string): Promise<Block | undefined>;
  /** `block` follows `left`: `now`, so that newcomers deal from it, or `later`, when `left` is spent. */
  follow(eventId: string, left: string | undefined, block: Block, when: 'now' | 'later'): Promise<void>;
  /** Why so many together were refused a moment ago, though one alone may not be. */
  refused(eventId: string, size: number): Promise<Refusal | undefined>;
  /** So many together get nothing for a moment: remembered briefly, so that thousands do not ask the ledger. */
  remember(eventId: string, size: number, refusal: Refusal): Promise<void>;
  /** True for one caller at a time: he asks the ledger, the others look again. */
  mayCut(eventId: string, left: string | undefined): Promise<boolean>;
  /** The ledger has answered: whoever needs it next need not wait. Not called when it failed, so that it is left in peace. */
  wasCut(eventId: string, left: string | undefined): Promise<void>;
  /** True for one caller, who tells the ledger that this block is lost. */
  mayEnd(blockId: string): Promise<boolean>;
  /** True for one caller in a few seconds. */
  mayReclaim(eventId: string): Promise<boolean>;
}

/** Why nobody gets a spot at this moment. */
export type Verdict =
  | { readonly kind: 'early' }
  | { readonly kind: 'closed' }
  /** Nothing is sellable, but some spots are only held: they may come back. */
  | { readonly kind: 'held' }
  /** What comes back goes to those on the waiting list first. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'sold-out' };

/** Why so many who register together get nothing. */
export type Refusal = Verdict | TooFew;

/** Fewer are sellable than they are. */
export interface TooFew {
  readonly kind: 'too-few';
  readonly sellable: number;
}

/** What a session holds, copied to two zones. Losing it loses comfort (the same hold again), never a spot. */
export interface HeldSpots {
  find(registrationId: string): Promise<HeldSpot | undefined>;
  /** False when it is kept nowhere, or nobody can say. */
  keep(held: HeldSpot, seconds: number): Promise<boolean>;
  /** True for one caller at a time, for `holdingSeconds`: they have a spot dealt to this registration, the others wait for what they keep. */
  begin(registrationId: string): Promise<boolean>;
  /** He has kept what he got, or got none. */
  end(registrationId: string): Promise<void>;
}

/** Counts what each may have only so much of in a while. Losing it forgets limits, never spots; nobody decides by it who gets one. */
export interface Tally {
  /** Counts all of them: how much that makes of each in its window or, at most, in the one before as well. */
  add(amounts: readonly Amount[]): Promise<readonly number[]>;
  /** Takes back what came to nothing, or was paid for. Never throws. */
  takeBack(amounts: readonly Amount[]): Promise<void>;
}

export interface Amount {
  readonly who: string;
  readonly much: number;
  /** Seconds since the epoch. */
  readonly at: number;
  /** The window's length. */
  readonly seconds: number;
}

/** Work that a client must do before it gets more than others. Kept by nobody: all is in the token. */
export interface Challenges {
  /** `about`: what the work is good for, and nothing else. */
  make(about: string, work: number, now: Date): Promise<string>;
  /** How much work is proven; none when the challenge is not ours, is over, or is about something else. */
  proven(proof: Proof, about: string, now: Date): Promise<number>;
}

export interface Proof {
  /** The challenge's token. */
  readonly challenge: string;
  readonly nonce: string;
}

/** Registration ids that have a row already. They are made by clients, so anybody may name anybody's. */
export interface KnownRegistrations {
  /** Does one of these ids belong to a registration that was not made in this session? */
  isAnyTaken(registrationIds: readonly string[], sessionHash: string): Promise<boolean>;
}

/** Longer than a function lives: whoever died is not waited for any longer. Whoever takes longer looks again before they keep what they got. */
export const holdingSeconds = 12;

/**
 * What goes wrong on the way to a spot without a request that fails: a pair of pools that did not answer; holds that are kept
 * nowhere; spots that were dealt to a request that failed, given back or, when that failed too, left to their block's end.
 */
export type CountSpots = (
  what: 'HeldSpotsUnanswered' | 'HoldsNotKept' | 'SpotsGivenBack' | 'SpotsLost' | 'BlocksLost',
  amount?: number,
) => void;

export interface HeldSpot {
  readonly hold: Hold;
  readonly token: string;
}

/** What holding needs to know of a race: when it opens, what it costs now, what must be signed. */
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

/** Signs permits, and knows them again. */
export interface PermitSigner {
  signPermit(permit: Permit): Promise<string>;
  /** None when the token is not ours. */
  readPermit(token: string): Promise<Permit | undefined>;
}

/** Counts permits. It may forget: then somebody gets more of them. */
export interface PermitCounts {
  /** This place, or this session, was counted a while ago. */
  isKnown(what: string): Promise<boolean>;
  know(what: string, seconds: number): Promise<void>;
  /** Counts one more: how many that makes in an hour or so. */
  count(who: string): Promise<number>;
}

/** Signs holds. */
export interface HoldSigner {
  sign(hold: Hold): Promise<string>;
}
