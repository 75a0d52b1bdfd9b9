import { basePriceOf, type Hold } from '../../domain/hold';
import type { PaymentState } from '../../domain/money/payment';
import type { Share } from '../../domain/money/quote';
import {
  type Decision,
  type Ended,
  type Member,
  membersOf,
  type Outcome,
  type Submission,
  shareOf,
} from '../../domain/registration';

/** How a payment ended. */
export type Settled = Exclude<PaymentState, 'authorised'>;

/** What is known of a registration once it is decided. */
export interface Status {
  readonly registrationId: string;
  readonly raceId: string;
  readonly eventId: string;
  /** The session it was made in. The registration opens to this session as well as to its link. */
  readonly sessionHash?: string | undefined;
  /** How often the address was corrected: older links open nothing. Absent in the cache, which forgets corrected registrations. */
  readonly linkVersion?: number | undefined;
  readonly outcome: Outcome;
  /** The runner's number, when confirmed. */
  readonly number?: number | undefined;
  /** The registration id that the processor knows the payment by, when it is another. */
  readonly paidAs?: string | undefined;
  readonly payment: PaymentState;
  /** The price of this registration, in the currency's smallest unit; in a group, each member's share. */
  readonly amount: number;
  readonly currency: string;
  /** Why a confirmed registration has no spot any more. */
  readonly ended?: Ended | undefined;
  /** The refund that the runner gets or got. */
  readonly refund?: number | undefined;
  /** The spot was passed on by another runner, who paid for it. */
  readonly takenOver?: true | undefined;
  /** Somebody else paid for the spot, and this runner paid a transfer fee or the difference of a move. */
  readonly paidBesides?: true | undefined;
  /** Of a transfer fee or the difference of a move: it could not be charged, and no director has decided about it. */
  readonly unpaid?: number | undefined;
  /** The offer of the move whose difference of so much is due, where the runner can pay it once more. */
  readonly due?: { readonly offerId: string; readonly amount: number } | undefined;
  /** The other members of the group that this runner paid for. */
  readonly companions?: readonly Companion[] | undefined;
  /** The person this spot is offered to at the moment. */
  readonly transfer?: OfferedTransfer | undefined;
  /** What it consists of, in a race with a form. The form of this revision explains it. */
  readonly form?: number | undefined;
  readonly lines?: readonly StatusLine[] | undefined;
  /** Absent when a sweep closed a registration that nobody finished. */
  readonly entry?: Entry | undefined;
}

export interface StatusLine {
  readonly kind: 'entry' | 'item' | 'donation' | 'fee' | 'code' | 'team';
  readonly ref?: string | undefined;
  /** Of the entry. */
  readonly label?: string | undefined;
  readonly list: number;
  readonly amount: number;
  readonly state: 'given' | 'short' | 'over' | 'returned' | 'moved';
  /** How much of it was given back. */
  readonly refund?: number | undefined;
  /** How much of it comes back if the runner gives the spot back now. Absent when they may not. */
  readonly refundable?: number | undefined;
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

/**
 * What is known of each member of a submission, the moment it is decided; nothing of members whose decision is a
 * repeat. `changed`: lines that are not as they were quoted.
 */
export const statusesOf = (
  submission: Submission,
  decided: Decided,
  changed: ReadonlyMap<string, readonly StatusLine[]> = new Map(),
): readonly Status[] => {
  const members = membersOf(submission);
  const { registrationId: leadId } = submission.hold;
  const companions = members.flatMap(({ registrationId, runner: { firstName, lastName } }) => {
    const number = decided.get(registrationId)?.number;
    return registrationId === leadId || number === undefined ? [] : [{ registrationId, firstName, lastName, number }];
  });
  return members.flatMap((member) => {
    const decision = decided.get(member.registrationId);
    if (!decision || decision.isRepeat) return [];
    const status = withLines(statusOf(submission, member, decision), changed.get(member.registrationId));
    if (member.registrationId !== leadId) return [{ ...status, paidAs: leadId }];
    return [companions.length > 0 ? { ...status, companions } : status];
  });
};

const statusOf = (submission: Submission, { registrationId, runner }: Member, decision: Decision): Status => {
  const { hold, submittedAt, quoted } = submission;
  const share = quoted?.people.find((one) => one.registrationId === registrationId);
  return {
    registrationId,
    raceId: hold.raceId,
    eventId: hold.eventId,
    sessionHash: hold.sessionHash,
    outcome: decision.outcome,
    number: decision.number,
    payment: 'authorised',
    amount: shareOf(submission, registrationId),
    currency: hold.quote.currency,
    ...(quoted && { form: quoted.form }),
    ...(share && decision.outcome === 'confirmed' && { lines: linesOf(hold, share) }),
    entry: { firstName: runner.firstName, lastName: runner.lastName, email: runner.email, submittedAt },
  };
};

/** What is short costs nothing. */
const withLines = (status: Status, lines: readonly StatusLine[] | undefined): Status =>
  lines
    ? {
        ...status,
        amount: lines.reduce((sum, { amount }) => sum + amount, 0),
        lines: lines.map(({ kind, ref, label, list, amount, state }) => ({
          kind,
          ...(ref && { ref }),
          ...(label !== undefined && { label }),
          list,
          amount,
          state,
        })),
      }
    : status;

const linesOf = (hold: Hold, { lines }: Share): readonly StatusLine[] =>
  lines.map(([kind, ref, list, amount]) => ({
    kind,
    ...(ref && { ref }),
    ...(kind === 'entry' && { label: basePriceOf(hold).label }),
    list,
    amount,
    state: 'given',
  }));
