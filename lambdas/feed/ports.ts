import type { KeyRefusal } from '../api-keys/ports';
import type { Body, FeedMessage, Latest, NewMessage, ReferenceFault } from './message';
import type { TakenOut } from './taken-out';
import type { ViewerCount } from './viewers';

export type FeedState = 'planned' | 'live' | 'ended';

/** A feed and its last messages, all as they were at one instant. */
export interface FeedHead {
  readonly state: FeedState;
  /** It ended so long ago that it cannot go on. */
  readonly isOver: boolean;
  readonly epoch: number;
  /** The number of the last message; 0: there is none. */
  readonly head: number;
  /** The last sixty at most, in their order. */
  readonly messages: readonly FeedMessage[];
  readonly latest: Latest;
  /** Left out: nobody knows what changed since the epoch before. */
  readonly takenOut?: TakenOut;
  readonly allowedPerSecond: number;
  /** ISO 8601, by the database's clock. */
  readonly now: string;
}

/** `not-yet`: it is not complete. `gone`: the epoch is another one. */
export type FoundSegment =
  | { readonly kind: 'segment'; readonly messages: readonly FeedMessage[] }
  | { readonly kind: 'not-yet' | 'gone' | 'no-feed' };

/** A message as the console lists it. */
export interface ListedMessage extends FeedMessage {
  /** Its last correction that was not taken out. */
  readonly corrected?: { readonly number: number; readonly body: Body };
}

/** What everybody reads. Both come from the writer by one statement: what was acknowledged is in them. */
export interface FeedPages {
  /** Undefined: the race has no feed. */
  head(raceId: string): Promise<FeedHead | undefined>;
  segment(raceId: string, epoch: number, segment: number): Promise<FoundSegment>;
  /** For the console: the ten messages before a number, or the last ten. `areTexts`: only what somebody wrote, and what puts it right. */
  before(raceId: string, end: number | undefined, areTexts: boolean): Promise<readonly ListedMessage[]>;
  /** How many requests a second the crowd of a race may cause. Undefined: the race has no feed that says so. */
  allowedPerSecond(raceId: string): Promise<number | undefined>;
}

/** Counts about how many follow. It keeps nothing of anybody but for how many an address stood a moment ago. */
export interface Viewers {
  /** Undefined: nobody was counted. */
  count(raceId: string): Promise<ViewerCount | undefined>;
  /**
   * Counts the crowd of this race for `forSeconds` from now on. One address counts for `mostOfAddress` people at most. Without this,
   * `add` counts nobody.
   */
  expect(raceId: string, mostOfAddress: number, forSeconds: number): Promise<void>;
  /**
   * Somebody follows who was chosen by lot, as one in so many. Not counted when nobody is expected, or when their
   * address, or its network, would stand for more than it may. `address`: as `viewerAddress` makes it.
   */
  add(raceId: string, oneIn: number, address: string): Promise<void>;
}

export interface Publication {
  readonly raceId: string;
  /** None of them has the id of another. */
  readonly messages: readonly NewMessage[];
  /** Nothing is published, and the answer says what would be. */
  readonly isDryRun: boolean;
  /** The number of the last message that who publishes has seen. What is newer is not replaced unseen. Undefined: it is. */
  readonly seen?: number | undefined;
  /** As a machine sent it. Without one somebody of the staff publishes. */
  readonly key?: string | undefined;
}

/** What was told last about the same. */
export type Newer = Pick<FeedMessage, 'number' | 'body'>;

export interface Numbered {
  readonly id: string;
  readonly number: number;
  /** ISO 8601. Absent in a dry run. */
  readonly at?: string;
}

export type Published =
  /** `isNew`: false when all of them were published before, with the same numbers. In a dry run nobody has the numbers yet. */
  | {
      readonly kind: 'published';
      readonly messages: readonly Numbered[];
      readonly head: number;
      readonly isNew: boolean;
    }
  | { readonly kind: 'no-feed' | 'not-live' | 'too-many-lists' }
  | { readonly kind: 'key-refused'; readonly reason: KeyRefusal }
  /** Another message was sent under this id. */
  | { readonly kind: 'id-reused'; readonly id: string }
  /** Somebody told something newer than `seen`, and this would take its place. */
  | { readonly kind: 'told-meanwhile'; readonly newer: Newer }
  | { readonly kind: 'not-possible'; readonly id: string; readonly of: number; readonly why: ReferenceFault };

export interface StateWish {
  readonly raceId: string;
  readonly state: FeedState;
  /** Undefined: as it is. */
  readonly allowedPerSecond?: number | undefined;
  /** The database was set back to an earlier moment: what was read of the feed until now is read again. */
  readonly restored?: boolean | undefined;
  readonly isDryRun: boolean;
}

/** `not-possible`: that state does not follow the present one. */
export type StateChanged =
  | { readonly kind: 'changed'; readonly state: FeedState; readonly head: number; readonly isNew: boolean }
  | { readonly kind: 'no-such-race' }
  | { readonly kind: 'not-possible'; readonly present: FeedState };

export interface Redaction {
  readonly raceId: string;
  readonly numbers: readonly number[];
  readonly reason: string;
  readonly isDryRun: boolean;
}

export type Redacted =
  /** `numbers`: those that had a text until now. */
  | { readonly kind: 'redacted'; readonly numbers: readonly number[]; readonly epoch: number }
  | { readonly kind: 'no-feed' }
  | { readonly kind: 'no-such-message'; readonly number: number };

/** What directors and commentators do. */
export interface FeedDesk {
  /** All of the messages, or none. */
  publish(publication: Publication): Promise<Published>;
  changeState(wish: StateWish): Promise<StateChanged>;
  redact(redaction: Redaction): Promise<Redacted>;
}
