import type { Ticket } from '../spots/ports';
import type { Occasion } from './occasion';

/** All that a mail can tell of somebody's place on the waiting list. */
export interface WaitingPlace extends Occasion {
  readonly ticket: Ticket;
  /** It is on the list at this moment, or something is offered to it. */
  readonly isOnTheList: boolean;
  /** Somebody opened the link in its mail. */
  readonly isConfirmed: boolean;
  readonly firstName: string;
  readonly email: string;
  /** How many want to run together. */
  readonly size: number;
  /** As many spots are kept for him at this moment. */
  readonly offer: Kept | undefined;
}

export interface Kept {
  /** From 1: how often something was offered to this place. */
  readonly count: number;
  readonly until: Date;
}
