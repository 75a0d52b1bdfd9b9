import type { PaymentState } from '../payment/payment';
import type { Ended } from './changing';
import type { Outcome, Submission } from './registration';

/** How a payment ended. */
export type Settled = Exclude<PaymentState, 'authorised'>;

/** What is known of a registration once it is decided. */
export interface Status {
  readonly registrationId: string;
  readonly raceId: string;
  readonly eventId: string;
  readonly outcome: Outcome;
  /** The runner's number, when confirmed. */
  readonly number?: number | undefined;
  readonly payment: PaymentState;
  /** In the currency's smallest unit. */
  readonly amount: number;
  readonly currency: string;
  /** Why a confirmed registration has no spot any more. */
  readonly ended?: Ended | undefined;
  /** How much goes back to the runner, or went. */
  readonly refund?: number | undefined;
  /** The spot was another runner's, who paid for it. */
  readonly takenOver?: true | undefined;
  /** To whom its runner offers the spot at the moment. */
  readonly transfer?: OfferedTransfer | undefined;
  /** None when a sweep closed a registration that nobody finished. */
  readonly entry?: Entry | undefined;
}

export interface OfferedTransfer {
  readonly transferId: string;
  /** The address is masked. */
  readonly recipient: { readonly firstName: string; readonly email: string };
  /** ISO 8601 */
  readonly endsAt: string;
}

export interface Entry {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** ISO 8601 */
  readonly submittedAt: string;
}

export const statusOf = ({ hold, runner, submittedAt }: Submission, outcome: Outcome, number?: number): Status => ({
  registrationId: hold.registrationId,
  raceId: hold.raceId,
  eventId: hold.eventId,
  outcome,
  number,
  payment: 'authorised',
  amount: hold.quote.total,
  currency: hold.quote.currency,
  entry: { firstName: runner.firstName, lastName: runner.lastName, email: runner.email, submittedAt },
});
