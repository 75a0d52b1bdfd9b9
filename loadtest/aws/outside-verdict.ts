import { type Outcome, peopleIn, peopleOf, registeredBy } from '../people/outcome';
import type { Check } from '../report/test-report';
import type { Prospect } from '../target/prospect';
import { between, sumOf } from '../verdict/checks';
import { bankChecks, noErrors, numbersOf, strandedBy } from '../verdict/verdict';

/** What was free before, and what the page offered before and after. */
export interface SeenFromOutside extends Prospect {
  readonly spotsLeftBefore: number;
  readonly spotsLeftAfter: number;
}

/** What only the system's own books tell. */
export const untold: readonly string[] = [
  'registrations in the database; the system’s watch-invariants compares them each minute, and its alarm rings',
  'cards charged, and how much: look at the processor’s own list',
  'confirmations mailed, and runners mailed twice',
  'groups registered in part',
  'messages in dead-letter queues: their alarms ring',
];

/**
 * What must be true after an opening, as far as the runners' answers and the race's page tell. It proves less when
 * others use the race at the same time: what they give back or take looks like a lost spot or one sold twice.
 */
export const outsideVerdict = (outcomes: readonly Outcome[], seen: SeenFromOutside): readonly Check[] => {
  const { capacity, heldByOthers, spotsLeftBefore, spotsLeftAfter } = seen;
  const people = sumOf(outcomes, peopleOf);
  const registered = sumOf(outcomes, registeredBy);
  const told = (...kinds: readonly Outcome['kind'][]) =>
    sumOf(
      outcomes.filter(({ kind }) => kinds.includes(kind)),
      peopleIn,
    );
  const abandoned = told('abandoned');
  const soldOut = told('sold-out', 'waiting');
  const stayedHome = people - sumOf(outcomes, peopleIn);
  const gone = spotsLeftBefore - spotsLeftAfter;
  // Spots that are neither offered nor registered.
  const mayBeHeld = abandoned + strandedBy(outcomes, { capacity, heldAtLast: Math.max(0, gone - registered) });
  // When a group does not fit into a block, the numbers it was counted onto stay with the block if giving them back
  // fails.
  const leaked = sumOf(outcomes, (outcome) => peopleOf(outcome) - 1);
  return [
    between('spots registered, never more than there are', registered, 0, capacity + heldByOthers),
    between(
      'runners told that they are in',
      registered,
      Math.max(0, Math.min(capacity, people) - mayBeHeld),
      Math.min(capacity + heldByOthers, people - abandoned),
    ),
    between('numbers given out, each once', numbersOf(outcomes).size, registered),
    between('spots gone, as the race’s page counts', gone, registered - heldByOthers, registered + abandoned + leaked),
    between(
      'everybody else told that nothing is left',
      soldOut + stayedHome + (mayBeHeld + heldByOthers > 0 ? told('all-held') : 0),
      people - registered - abandoned,
    ),
    between(
      'spots left while somebody was told "sold out"',
      soldOut > 0 ? spotsLeftAfter : 0,
      0,
      mayBeHeld + heldByOthers,
    ),
    ...bankChecks(outcomes),
    noErrors(outcomes),
  ];
};
