import type { EventSale } from '../../domain/event-sale';
import type { Block } from '../blocks/block';
import type { LeftOfEvent } from '../blocks/ports';

/** One event of a race, or all of its events when `eventId` is absent. */
export interface WhichEvents {
  readonly raceId: string;
  readonly eventId?: string | undefined;
}

export interface EventOnSale {
  readonly eventId: string;
  readonly before: EventSale;
  /** The blocks from which spots can still be dealt to everybody. */
  readonly dealt: readonly Block[];
}

/** Promises of an event that are still open. */
export interface UnderWay extends LeftOfEvent {
  readonly eventId: string;
  /** People on the waiting list who have confirmed: nobody else gets an offer. */
  readonly waiting: number;
  /** Open offers to people on the waiting list. */
  readonly offered: number;
}

/** Whether events are on sale. */
export interface Sales {
  /**
   * Changes the sale. After the commit, no block is cut and no spot is offered while the sale is paused or closed. When it goes on,
   * sellable spots are offered to the waiting list at once. Repeating it changes nothing. A cancelled event stays cancelled. Returns
   * nothing when there is no such event.
   */
  change(which: WhichEvents, sale: Exclude<EventSale, 'cancelled'>): Promise<readonly EventOnSale[]>;
  /** Returns the same, and changes nothing. */
  find(which: WhichEvents): Promise<readonly EventOnSale[]>;
  underWay(eventIds: readonly string[]): Promise<readonly UnderWay[]>;
}
