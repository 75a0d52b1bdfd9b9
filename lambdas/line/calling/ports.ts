import type { LeftOfBlock } from '../../spots/blocks/ports';
import type { CurvePoint, LineKind, LineState } from '../ports';
import type { Waves } from '../rules/waves';
import type { Reading } from './delays';

/** A line that is not over, as a tick finds it. Instants in milliseconds since the epoch. */
export interface ActiveLine {
  readonly id: string;
  readonly raceId: string;
  readonly kind: LineKind;
  readonly state: LineState;
  readonly gun: number;
  readonly enrolUntil: number;
  readonly atGun: 'open' | 'draw' | undefined;
  /** When the round of the beacon is due. */
  readonly roundAt: number | undefined;
  readonly openedAt: number | undefined;
  readonly pace: number;
  readonly isPaused: boolean;
  /**
   * Passes of the draw, at the last tick and now. Those behind it count for nothing here: anybody gets as many as they like, and could
   * make a line where everybody fits, or hold up a list.
   */
  readonly passesBefore: number;
  readonly passes: number;
  readonly waves: Waves;
  /** The sale of the race is over, or was cancelled. */
  readonly isSaleOver: boolean;
  readonly holdSeconds: number;
  readonly events: readonly ActiveEvent[];
}

export interface ActiveEvent {
  readonly eventId: string;
  readonly calledTo: number;
  /** What the counters counted in all, and what they said at the last tick. */
  readonly counts: readonly number[];
  readonly seen: readonly number[];
  readonly history: readonly Reading[];
  /** Spots in no block that nobody waits for. */
  readonly sellable: number;
  /** The block that is dealt from. */
  readonly block: { readonly id: string; readonly size: number } | null;
  readonly isOnSale: boolean;
  /** Nobody can wait for it: it is hidden, or is not sold any more. The line goes on without it, and comes back to it with all that it called. */
  readonly isLeftOut: boolean;
  /** What comes back goes to the waiting list. */
  readonly isWaitedFor: boolean;
}

/** A block that has not ended, and has spots that nobody has registered. */
export interface OpenBlock extends LeftOfBlock {
  readonly eventId: string;
  /** Seconds since the epoch. */
  readonly endsAt: number;
  /** It was cut for one group, which holds all of it. */
  readonly isPrivate: boolean;
  /** People may be dealt numbers of it. */
  readonly isDealt: boolean;
}

export interface Present {
  readonly now: number;
  /** Of the last tick. */
  readonly lastAt: number;
  readonly rate: number | undefined;
  readonly lines: readonly ActiveLine[];
  /** Of these events. It reads each number of a block. */
  readonly openBlocks: (eventIds: readonly string[]) => Promise<readonly OpenBlock[]>;
}

/** What a tick changes of an event. */
export interface EventStep {
  readonly eventId: string;
  readonly calledTo: number;
  readonly called: number;
  /** It calls people who were not called before. */
  readonly isMoved: boolean;
  readonly counts: readonly number[];
  readonly seen: readonly number[];
  readonly history: readonly Reading[];
  readonly free: number;
  readonly curve: readonly CurvePoint[];
}

export interface LineStep {
  readonly id: string;
  /** The state that it was in: another one in the meantime stays. */
  readonly from: LineState;
  readonly state: LineState;
  readonly atGun: 'open' | 'draw' | undefined;
  readonly passes: number;
  readonly events: readonly EventStep[];
}

export interface Decision {
  readonly rate: number | undefined;
  /** What everything bears. */
  readonly rateMax: number;
  readonly lines: readonly LineStep[];
}

/** Everything that a tick reads and writes, in one transaction. */
export interface Ticks {
  /** Does nothing, and answers false, while another tick goes on or when one has just been. */
  tick(decide: (present: Present) => Promise<Decision>): Promise<boolean>;
}

/** What is counted of an event beside the delays of those who ask: their places in the list of counters. */
export const counterOf = { seats: 6, inVain: 7, busy: 8 } as const;
export const counters = 9;

/** What `enter-line` and the ticks tell each other of a list that is being closed. */
export interface Enrolment {
  /** When a tick ended it, in milliseconds since the epoch. From then on, no more passes of the draw are issued. Undefined: it goes on. */
  readonly endedAt: number | undefined;
  /** Passes of the draw that were issued. Undefined: nobody knows. Read after `endedAt`, so that it misses none that was issued before. */
  readonly issued: number | undefined;
}

/** Counters in a cache: they may begin at 0 again. */
export interface LineCounts {
  read(lineId: string, eventId: string): Promise<readonly number[]>;
  /** What became of the enrolment, and how many passes of the draw were issued. */
  enrolment(lineId: string): Promise<Enrolment>;
  /** From now on, no more passes of the draw are issued. `at`: milliseconds since the epoch. */
  endEnrolment(lineId: string, at: number): Promise<void>;
  resumeEnrolment(lineId: string): Promise<void>;
  /** How far a block is dealt. */
  undealt(blockId: string, size: number): Promise<number>;
  /** Where the spots are that nobody has registered. `lost`: nobody knows. */
  whereLeft(block: LeftOfBlock): Promise<Readonly<Record<'held' | 'undealt' | 'lost', number>>>;
}

/** Work for `keep-line`. */
export type LineWork =
  | { readonly kind: 'close'; readonly lineId: string }
  | { readonly kind: 'over'; readonly lineId: string };
