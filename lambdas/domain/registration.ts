import { type Hold, type Seat, seatsOf } from './hold';
import type { Claimed, Collected, Share } from './money/quote';
import { personOf, type Runner } from './person/person';
import type { NewTeam } from './team';

/** How long after the card is authorised its sweep comes: the longest delay that SQS offers. */
export const sweepDelaySeconds = 900;

/** How long after its hold's last instant a submission may still be on its way to the writer. */
export const maxDeliverySeconds = 300;

/**
 * How long after its hold's last instant a payment is continued whose bank asked before. It is taken from
 * `maxDeliverySeconds`, because a submission is sent only after that. What is left is for the queue and for clocks that
 * differ.
 */
export const authenticationGraceSeconds = 120;

/** Written once for each registration id, never changed. */
export type Outcome = 'confirmed' | 'duplicate' | 'refused';

/** A registration on its way to the database: the card is authorised, the spot promised. */
export interface Submission {
  readonly hold: Hold;
  readonly runner: Runner;
  /** In the order of the hold's companions. */
  readonly companions?: readonly Runner[] | undefined;
  /** Of a race with a form. The total of the hold's quote is then what the card holds. */
  readonly quoted?: Quoted | undefined;
  /** The processor's id of the authorised payment. */
  readonly authorisation: string;
  /** ISO 8601 */
  readonly submittedAt: string;
}

/** What a signed quote says of the people that a submission is for. */
export interface Quoted extends Claimed {
  /** The revision of the form that explains the answers. */
  readonly form: number;
  /** In the order of the hold's seats. */
  readonly people: readonly Share[];
  /** The events in which each person has one spot together. */
  readonly limitGroup?: string | undefined;
  /** Codes of which each person has one use. */
  readonly once?: readonly string[] | undefined;
  /** The people found it when they are registered. */
  readonly newTeam?: NewTeam | undefined;
  /** Of the donation. */
  readonly collected?: Collected | undefined;
}

/** One of the people that a submission is for. */
export interface Member extends Seat {
  readonly runner: Runner;
}

/** All members of a submission, the one that pays first. Throws when the hold is for another number of people. */
export const membersOf = ({ hold, runner, companions = [] }: Submission): readonly Member[] => {
  const runners = [runner, ...companions];
  const seats = seatsOf(hold);
  if (runners.length !== seats.length)
    throw new Error(`the hold of ${hold.registrationId} is for ${seats.length}, and ${runners.length} came with it`);
  return seats.map(({ registrationId, spot }, at) => ({
    registrationId,
    spot,
    runner: runners[at] as Member['runner'],
  }));
};

/**
 * Whom the ledger takes somebody for. One person runs once in an event, and may donate and buy tickets as often as they
 * like: there each registration stands for itself.
 */
export const personIn = (
  { hold: { kind } }: Pick<Submission, 'hold'>,
  { registrationId, runner }: Pick<Member, 'registrationId' | 'runner'>,
): string => (kind === undefined ? personOf(runner) : `${kind}|${registrationId}`);

/** The same of the one who pays. */
export const payerIn = ({ hold, runner }: Pick<Submission, 'hold' | 'runner'>): string =>
  personIn({ hold }, { registrationId: hold.registrationId, runner });

/**
 * The price for this member. Without a form all pay the same, rounded down: nobody is refunded more than was paid.
 */
export const shareOf = ({ hold, quoted }: Submission, registrationId: string): number => {
  const share = quoted?.people.find((one) => one.registrationId === registrationId)?.share;
  return share ?? Math.floor(hold.quote.total / seatsOf(hold).length);
};

/** What the writer decided. */
export interface Decision {
  readonly registrationId: string;
  readonly outcome: Outcome;
  /** The number, when confirmed. */
  readonly number?: number;
  /** Decided by an earlier delivery: nothing that this one brought was written. */
  readonly isRepeat?: true;
}

/** Why a confirmed registration has no spot any more. */
export type Ended = 'cancelled' | 'deferred' | 'transferred' | 'payment-failed';

/** Who wants a change. A runner is bound by the race's rules, a director is not. */
export type Actor = 'runner' | 'director';
