import type { Identity } from '../../domain/person/person';
import type { PlaceKey, WaitingState } from '../../domain/waiting';
import type { Block } from '../blocks/block';
import type { Permit } from './permits';

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
  /**
   * Records that the person who reads the place's mail wants it. `size`: for so many, if that is fewer than it waits for. `over`: the
   * place is no longer on any list.
   */
  confirm(place: PlaceKey, size?: number): Promise<'confirmed' | 'over'>;
}

/** What a director does about people who wait. */
export interface Removals {
  /**
   * Takes a place off the list of its event, for good. What is offered to it goes to the next ones. The person is told by mail.
   * Nothing happens to a place that was removed before.
   */
  remove(raceId: string, placeId: string): Promise<Removed>;
}

export type Removed =
  | {
      readonly kind: 'removed';
      readonly eventId: string;
      readonly size: number;
      /** The spots were offered to it. */
      readonly wasOffered: boolean;
      /** How many others are offered spots at once, now that it is gone. */
      readonly offers: number;
      /** False: it was removed before. */
      readonly isChanged: boolean;
    }
  /** `over`: it is off the list for another reason. `not-found`: the race has no such place. */
  | { readonly kind: 'registered' | 'over' | 'not-found' };

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
  /** A director took it off the list. */
  readonly isRemoved?: boolean | undefined;
}

/** Signs permits and verifies them. */
export interface PermitSigner {
  signPermit(permit: Permit): Promise<string>;
  /** Undefined when the token is not ours. */
  readPermit(token: string): Promise<Permit | undefined>;
}

/** Counts permits. It may forget: then somebody gets more of them. */
export interface PermitCounts {
  /** Whether this place was counted a while ago. */
  isKnown(what: string): Promise<boolean>;
  know(what: string, seconds: number): Promise<void>;
  /** Counts one more permit. Returns how many that makes in about an hour. */
  count(who: string): Promise<number>;
}
