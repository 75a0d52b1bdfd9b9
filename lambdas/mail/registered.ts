import type { PaymentState } from '../payment/payment';
import type { Actor, Ended } from '../registration/changing';
import type { Outcome } from '../registration/registration';
import type { Occasion } from './occasion';

/** All that a mail can tell of a registration. */
export interface Registered extends Occasion {
  readonly registrationId: string;
  readonly outcome: Outcome;
  readonly number: number | undefined;
  readonly firstName: string;
  readonly email: string;
  readonly recordedAt: Date;
  /** Why it has no spot any more, though it was confirmed. */
  readonly ended: Ended | undefined;
  /** Whose wish a cancellation was. */
  readonly cancelledBy: Actor | undefined;
  /** The first name of whom its runner passed the spot on to, as he wrote it. */
  readonly passedTo: string | undefined;
  /** The spot was passed on to this runner: the payment is that of somebody before him. */
  readonly isPaidByAnother: boolean;
  readonly payment: Paid | undefined;
  /** When he was registered together with others, by one payment. */
  readonly together?: Together | undefined;
}

export interface Together {
  /** How many people, he included. */
  readonly size: number;
  /** What was to be paid for all of them, in the currency's smallest unit. */
  readonly total: number;
  /** The first name of who paid, as he wrote it; undefined when it was this runner. */
  readonly payer: string | undefined;
}

export interface Paid {
  readonly state: PaymentState;
  /** For this runner, in the currency's smallest unit. */
  readonly amount: number;
  /** How much of it goes back, or went; undefined when nothing does. */
  readonly refund: number | undefined;
  readonly currency: string;
}
