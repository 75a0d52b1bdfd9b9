import type { Quote } from '../payment/quote';
import type { Block } from './block';
import type { Hold } from './hold';

/** What the database says when somebody wants a block. */
export type Cut = { readonly kind: 'block'; readonly block: Block } | Verdict;

/** Why a block is left: it was dealt to its end or lost, or its last deal is past by the caller's clock. */
export type Reason = 'spent' | 'expired';

/** The judge: cuts blocks, and takes back what expired. */
export interface Ledger {
  /**
   * Leaves `left` and gives the block to deal from next. Compare-and-set: when another caller already left it,
   * his block is given and nothing is cut.
   */
  cut(eventId: string, left: string | undefined, reason: Reason): Promise<Cut>;
  /** Events with an expired block. */
  due(): Promise<readonly string[]>;
  /** Takes back the unregistered spots of an event's expired blocks; how many came back. */
  reclaim(eventId: string): Promise<number>;
}

/** Counts how many spots of each block were dealt. It may forget; then the block is lost. */
export interface Counters {
  /** Makes a new block's counter. Fails rather than repeats: a counter made twice would deal numbers twice. */
  open(blockId: string): Promise<void>;
  /** The caller's position in the block, from 1; none when the counter is gone. Throws when the outcome is unknown. */
  next(blockId: string): Promise<number | undefined>;
}

/** Where processes tell each other which block is dealt from. Forgetting costs a question to the ledger. */
export interface Blocks {
  current(eventId: string): Promise<Block | Verdict | undefined>;
  /** The block after `blockId`, when somebody has cut it already. */
  after(blockId: string): Promise<Block | undefined>;
  /** `block` follows `left`: `now`, so that newcomers deal from it, or `later`, when `left` is spent. */
  follow(eventId: string, left: string | undefined, block: Block, when: 'now' | 'later'): Promise<void>;
  /** Nobody gets a spot for a moment: remembered briefly, so that thousands do not ask the ledger. */
  remember(eventId: string, verdict: Verdict): Promise<void>;
  /** True for one caller at a time: he asks the ledger, the others look again. */
  mayCut(eventId: string, left: string | undefined): Promise<boolean>;
  /** The ledger has answered: whoever needs it next need not wait. Not called when it failed, so that it is left in peace. */
  wasCut(eventId: string, left: string | undefined): Promise<void>;
  /** True for one caller in a few seconds. */
  mayReclaim(eventId: string): Promise<boolean>;
}

/** Why nobody gets a spot at this moment. */
export type Verdict =
  | { readonly kind: 'early' }
  | { readonly kind: 'closed' }
  /** Nothing is sellable, but some spots are only held: they may come back. */
  | { readonly kind: 'held' }
  | { readonly kind: 'sold-out' };

/** What a session holds, copied to two zones. Losing it loses comfort (the same hold again), never a spot. */
export interface HeldSpots {
  find(registrationId: string): Promise<HeldSpot | undefined>;
  keep(held: HeldSpot, seconds: number): Promise<void>;
  /** Counts one spot more of `who`: how many that makes in the last quarter of an hour or so. */
  countOneMore(who: string): Promise<number>;
  /** Takes back what came to nothing. */
  countOneLess(who: string): Promise<void>;
}

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
}

/** Signs holds. */
export interface HoldSeal {
  seal(hold: Hold): Promise<string>;
}
