import type { Ticket } from '../../domain/waiting';
import type { Occasion } from './occasion';

/** All that a mail can tell of a place on the waiting list. */
export interface WaitingPlace extends Occasion {
  readonly ticket: Ticket;
  /** It is on the list, or something is offered to it at this moment. */
  readonly isOnTheList: boolean;
  /** Somebody opened the link in its mail. */
  readonly isConfirmed: boolean;
  readonly firstName: string;
  readonly email: string;
  /** How many spots are wanted. */
  readonly size: number;
  /** The offer for that many spots, while it stands. */
  readonly offer: Kept | undefined;
}

export interface Kept {
  /** How many offers this place has had, this one included; from 1. */
  readonly count: number;
  readonly until: Date;
}
