import type { Ending } from './runner';
import type { Check } from './test-report';

/** What the system's own books say about the event. */
export interface Books {
  /** Spots that could be had when the crowd set off. */
  readonly capacity: number;
  /** Spots others held then: they may have come back meanwhile. */
  readonly heldByOthers: number;
  /** Live registrations. */
  readonly rows: number;
  readonly captured: number;
  /** Confirmation mails accepted for sending. */
  readonly mails: number;
  /** Registrations that were sent more than one confirmation. */
  readonly mailedTwice: number;
  /** Messages that ended in a dead-letter queue. */
  readonly deadLetters: number;
}

/** `least` and `most` differ where people went away in the middle: the spots they held come back later. */
const between = (name: string, actual: number, least: number, most = least): Check => ({
  name,
  expected: least === most ? String(least) : `${least} to ${most}`,
  actual: String(actual),
  holds: actual >= least && actual <= most,
});

/** What must be true after an opening, whatever happened in it. */
export const verdict = (endings: readonly Ending[], books: Books): readonly Check[] => {
  const { capacity, heldByOthers, rows, captured, mails, mailedTwice, deadLetters } = books;
  const confirmed = endings.flatMap((ending) => (ending.kind === 'confirmed' ? [ending] : []));
  const registered = confirmed.length;
  const numbers = new Set(confirmed.map(({ eventId, number }) => `${eventId} ${number}`));
  const count = (...kinds: readonly Ending['kind'][]) => endings.filter(({ kind }) => kinds.includes(kind)).length;
  const abandoned = count('abandoned');
  const soldOut = count('sold-out', 'waiting');
  const least = Math.max(0, Math.min(capacity, endings.length) - abandoned);
  const most = Math.min(capacity + heldByOthers, endings.length - abandoned);
  return [
    between('spots registered, never more than there are', rows, 0, capacity + heldByOthers),
    between('runners told that they are in', registered, least, most),
    between('numbers given out, each once', numbers.size, registered),
    between('registrations in the database', rows, registered),
    between('cards charged', captured, registered),
    between('confirmations mailed', mails, registered),
    between('runners mailed twice', mailedTwice, 0),
    between(
      'everybody else told that nothing is left',
      soldOut + (abandoned + heldByOthers > 0 ? count('all-held') : 0),
      endings.length - registered - abandoned,
    ),
    between(
      'spots left while somebody was told "sold out"',
      soldOut > 0 ? Math.max(0, capacity - rows) : 0,
      0,
      abandoned,
    ),
    between('messages in dead-letter queues', deadLetters, 0),
    noErrors(endings),
  ];
};

/** Of a crowd that only looked. */
export const lookVerdict = (endings: readonly Ending[]): readonly Check[] => [
  between('visitors who saw everything', endings.filter(({ kind }) => kind === 'done').length, endings.length),
  noErrors(endings),
];

const noErrors = (endings: readonly Ending[]): Check => {
  const errors = endings.flatMap((ending) => (ending.kind === 'error' ? [ending.detail] : []));
  const [first] = errors;
  return {
    name: 'runners who saw an error',
    expected: '0',
    actual: first === undefined ? '0' : `${errors.length}, the first: ${first}`,
    holds: first === undefined,
  };
};
