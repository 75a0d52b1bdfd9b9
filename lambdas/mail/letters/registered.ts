import type { PaymentState } from '../../domain/payment';
import type { Actor, Ended, Outcome } from '../../domain/registration';
import type { Occasion } from './occasion';

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
