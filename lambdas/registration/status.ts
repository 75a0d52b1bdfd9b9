import type { PaymentState } from '../payment/payment';
import type { Ended } from './changing';
import { type Decision, type Member, membersOf, type Outcome, type Submission, shareOf } from './registration';

/** How a payment ended. */
export type Settled = Exclude<PaymentState, 'authorised'>;

/** What is known of a registration once it is decided. */
export interface Status {
  readonly registrationId: string;
  readonly raceId: string;
  readonly eventId: string;
  /** The session it was made in, which it opens to besides its link. */
  readonly sessionHash?: string | undefined;
  readonly outcome: Outcome;
  /** The runner's number, when confirmed. */
  readonly number?: number | undefined;
  /** The registration the processor knows the money under, when that is another. */
  readonly paidAs?: string | undefined;
  readonly payment: PaymentState;
  /** What this one cost, in the currency's smallest unit: of those who register together each has his share. */
  readonly amount: number;
  readonly currency: string;
  /** Why a confirmed registration has no spot any more. */
  readonly ended?: Ended | undefined;
  /** How much goes back to the runner, or went. */
  readonly refund?: number | undefined;
  /** The spot was another runner's, who paid for it. */
  readonly takenOver?: true | undefined;
  /** Whom he paid for as well. */
  readonly companions?: readonly Companion[] | undefined;
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

export interface Companion {
  readonly registrationId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly number: number;
}

/** By registration id. */
export type Decided = ReadonlyMap<string, Decision>;

/** What is known of each of those a submission was for, the moment it is decided; nothing of whom a decision only repeats. */
export const statusesOf = (submission: Submission, decided: Decided): readonly Status[] => {
  const members = membersOf(submission);
  const { registrationId: leadId } = submission.hold;
  const companions = members.flatMap(({ registrationId, runner: { firstName, lastName } }) => {
    const number = decided.get(registrationId)?.number;
    return registrationId === leadId || number === undefined ? [] : [{ registrationId, firstName, lastName, number }];
  });
  return members.flatMap((member) => {
    const decision = decided.get(member.registrationId);
    if (!decision || decision.isRepeat) return [];
    const status = statusOf(submission, member, decision);
    if (member.registrationId !== leadId) return [{ ...status, paidAs: leadId }];
    return [companions.length > 0 ? { ...status, companions } : status];
  });
};

const statusOf = (submission: Submission, { registrationId, runner }: Member, decision: Decision): Status => {
  const { hold, submittedAt } = submission;
  return {
    registrationId,
    raceId: hold.raceId,
    eventId: hold.eventId,
    sessionHash: hold.sessionHash,
    outcome: decision.outcome,
    number: decision.number,
    payment: 'authorised',
    amount: shareOf(submission),
    currency: hold.quote.currency,
    entry: { firstName: runner.firstName, lastName: runner.lastName, email: runner.email, submittedAt },
  };
};
