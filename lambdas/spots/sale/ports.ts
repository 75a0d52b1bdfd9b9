import type { EventSale } from '../../domain/event-sale';
import type { Block } from '../blocks/block';

/** One event of a race, or without `eventId` all of them. */
export interface WhichEvents {
  readonly raceId: string;
  readonly eventId?: string | undefined;
}

export interface EventOnSale {
  readonly eventId: string;
  readonly before: EventSale;
  /** The blocks that everybody may still deal from. */
  readonly dealt: readonly Block[];
}

/** What an event has under way. */
export interface UnderWay {
  readonly eventId: string;
  /** Spots in open blocks of the public without a registration: held, or not dealt yet. */
  readonly promised: number;
  /** People on the waiting list. */
  readonly waiting: number;
  /** Offers of the waiting list that stand. */
  readonly offered: number;
}

/** Whether events are on sale. */
export interface Sales {
  /**
   * After the commit no block is cut and no spot offered while the sale is paused or closed. When it goes on, what is
   * sellable is offered to the waiting list at once. Repeating it changes nothing, and a cancelled event stays cancelled.
   * Empty when there is no such event.
   */
  change(which: WhichEvents, sale: Exclude<EventSale, 'cancelled'>): Promise<readonly EventOnSale[]>;
  /** The same answer, and nothing is changed. */
  find(which: WhichEvents): Promise<readonly EventOnSale[]>;
  underWay(eventIds: readonly string[]): Promise<readonly UnderWay[]>;
}
