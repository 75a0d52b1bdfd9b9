import type { PaymentState } from '../payment/payment';
import type { Outcome } from '../registration/registration';

/** All that a mail can tell of a registration. */
export interface Registered {
  readonly registrationId: string;
  readonly outcome: Outcome;
  readonly number: number | undefined;
  readonly firstName: string;
  readonly email: string;
  readonly raceName: string;
  readonly place: string;
  /** The day of the race in its own time zone: `yyyy-mm-dd`. */
  readonly raceDate: string;
  readonly timeZone: string;
  readonly eventName: string;
  readonly recordedAt: Date;
  readonly payment: Paid | undefined;
}

export interface Paid {
  readonly state: PaymentState;
  /** In the currency's smallest unit. */
  readonly amount: number;
  readonly currency: string;
}
