import { type Outcome, peopleIn, peopleOf, registeredBy } from '../people/outcome';
import type { Check } from '../report/test-report';
import { basketChecks, type Sold } from './baskets';
import { between, sumOf } from './checks';

/** What the system's own books say about the event. */
export interface Books {
  /** Spots that were free when the crowd set off. */
  readonly capacity: number;
  /** Spots that others held then, and that may have come back since. */
  readonly heldByOthers: number;
  /** Live registrations. */
  readonly rows: number;
  /** Cards charged: one for each group. */
  readonly charges: number;
  /** The sum charged, in the currency's smallest unit. */
  readonly charged: number;
  /** Groups of which only some people are registered. */
  readonly inPart: number;
  /** Spots that are neither registered nor free at the end. */
  readonly heldAtLast: number;
  /** Confirmation mails accepted for sending. */
  readonly mails: number;
  /** Registrations that were sent more than one confirmation. */
  readonly mailedTwice: number;
  /** Messages that ended in a dead-letter queue. */
  readonly deadLetters: number;
  /** In a race with a form. */
  readonly sold?: Sold;
}

/** What must be true after an opening, whatever happened in it. */
export const verdict = (outcomes: readonly Outcome[], books: Books): readonly Check[] => {
  const { capacity, heldByOthers, rows, charges, charged, inPart, mails, mailedTwice, deadLetters } = books;
  const confirmed = outcomes.flatMap((outcome) => (outcome.kind === 'confirmed' ? [outcome] : []));
  const registered = sumOf(confirmed, registeredBy);
  const fees = confirmed.flatMap(({ passedOnFor }) => passedOnFor ?? []);
  const count = (...kinds: readonly Outcome['kind'][]) =>
    sumOf(
      outcomes.filter(({ kind }) => kinds.includes(kind)),
      peopleIn,
    );
  const people = sumOf(outcomes, peopleOf);
  const abandoned = count('abandoned');
  const soldOut = count('sold-out', 'waiting');
  const stayedHome = people - sumOf(outcomes, peopleIn);
  const stranded = strandedBy(outcomes, books);
  const least = Math.max(0, Math.min(capacity, people) - abandoned - stranded);
  const most = Math.min(capacity + heldByOthers, people - abandoned);
  return [
    between('spots registered, never more than there are', rows, 0, capacity + heldByOthers),
    between('runners told that they are in', registered, least, most),
    between('numbers given out, each once', numbersOf(outcomes).size, registered),
    between('registrations in the database', rows, registered),
    between('groups registered in part', inPart, 0),
    between('cards charged', charges, confirmed.length + fees.filter((fee) => fee > 0).length),
    between(
      'money charged, in the smallest unit',
      charged,
      sumOf(confirmed, ({ total }) => total) + sumOf(fees, (fee) => fee),
    ),
    between('confirmations mailed', mails, registered + fees.length),
    between('runners mailed twice', mailedTwice, 0),
    between(
      'everybody else told that nothing is left',
      soldOut + stayedHome + (abandoned + heldByOthers + stranded > 0 ? count('all-held') : 0),
      people - registered - abandoned,
    ),
    between(
      'spots left while somebody was told "sold out"',
      soldOut > 0 ? Math.max(0, capacity - rows) : 0,
      0,
      abandoned + stranded,
    ),
    between('messages in dead-letter queues', deadLetters, 0),
    ...(books.sold ? basketChecks(outcomes, books.sold) : []),
    ...bankChecks(outcomes),
    noErrors(outcomes),
  ];
};

/** Runners who answered their bank must be registered: their spot was held all the while. Empty when no bank asked. */
export const bankChecks = (outcomes: readonly Outcome[]): readonly Check[] => {
  const asked = outcomes.filter(({ challenge }) => challenge !== undefined);
  if (asked.length === 0) return [];
  const answered = asked.filter(({ challenge }) => challenge !== 'abandoned');
  const isIn = ({ kind }: Outcome) => kind === 'confirmed';
  return [
    between('runners who answered their bank and are in', answered.filter(isIn).length, answered.length),
    between(
      'runners who left their bank waiting and are in',
      asked.filter(isIn).length - answered.filter(isIn).length,
      0,
    ),
  ];
};

/** Every number that a runner was told, with its event. */
export const numbersOf = (outcomes: readonly Outcome[]): ReadonlySet<string> =>
  new Set(
    outcomes.flatMap((outcome) => {
      if (outcome.kind !== 'confirmed') return [];
      const { eventId, number, companions = [] } = outcome;
      return [number, ...companions.map((companion) => companion.number)].map((one) => `${eventId} ${one}`);
    }),
  );

/**
 * How many numbers may have stayed with a block because a group was counted onto them and they could not be given back.
 * At most as many as are held at the end, and none if there were enough spots without them.
 */
export const strandedBy = (
  outcomes: readonly Outcome[],
  { capacity, heldAtLast }: Pick<Books, 'capacity' | 'heldAtLast'>,
): number => {
  if (outcomes.every((outcome) => peopleOf(outcome) === 1)) return 0;
  return Math.max(0, Math.min(heldAtLast, sumOf(outcomes, peopleOf) + heldAtLast - capacity));
};

/** The verdict on a crowd that only looked. */
export const lookVerdict = (outcomes: readonly Outcome[]): readonly Check[] => [
  between('visitors who saw everything', outcomes.filter(({ kind }) => kind === 'done').length, outcomes.length),
  noErrors(outcomes),
];

export const noErrors = (outcomes: readonly Outcome[]): Check => {
  const errors = outcomes.flatMap((outcome) => (outcome.kind === 'error' ? [outcome.detail] : []));
  const [first] = errors;
  return {
    name: 'runners who saw an error',
    expected: '0',
    actual: first === undefined ? '0' : `${errors.length}, the first: ${first}`,
    holds: first === undefined,
  };
};
