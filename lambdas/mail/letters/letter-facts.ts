import type { PaymentState } from '../../domain/payment';
import type { Actor, Ended, Outcome } from '../../domain/registration';
import type { Ticket } from '../../domain/waiting';

/** The facts about the race that every mail uses. */
export interface Occasion {
  readonly eventName: string;
  readonly raceName: string;
  readonly place: string;
  /** The day of the race in its own time zone: `yyyy-mm-dd`. */
  readonly raceDate: string;
  readonly timeZone: string;
}

/** All that a mail can tell of a registration. */
export interface Registered extends Occasion {
  readonly registrationId: string;
  readonly outcome: Outcome;
  readonly number: number | undefined;
  readonly firstName: string;
  readonly email: string;
  readonly recordedAt: Date;
  /** Why it has lost its spot after it was confirmed. */
  readonly ended: Ended | undefined;
  /** Who asked for the cancellation. */
  readonly cancelledBy: Actor | undefined;
  /** The first name of the runner who has the spot now, as the former runner wrote it. */
  readonly passedTo: string | undefined;
  /** The spot was transferred to this runner: an earlier runner paid for it. */
  readonly isPaidByAnother: boolean;
  readonly payment: Paid | undefined;
  /** For a group: registrations that were paid in one payment. */
  readonly group?: Group | undefined;
  /** It is the canary's: no mail about it leaves. */
  readonly isMuted?: boolean;
}

export interface Group {
  /** How many people, including this one. */
  readonly size: number;
  /** The total for all of them, in the currency's smallest unit. */
  readonly total: number;
  /** The first name of the runner who paid, as they wrote it; `undefined` when it was this runner. */
  readonly payer: string | undefined;
}

export interface Paid {
  readonly state: PaymentState;
  /** For this runner, in the currency's smallest unit. */
  readonly amount: number;
  /** How much of it is refunded or will be; `undefined` for none. */
  readonly refund: number | undefined;
  readonly currency: string;
}

/** A spot that its runner wants to transfer; the offer still stands. */
export interface TransferOffer extends Occasion {
  readonly transferId: string;
  /** First and last name of the runner who offers it. */
  readonly from: string;
  readonly firstName: string;
  readonly email: string;
  readonly until: Date;
}

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
