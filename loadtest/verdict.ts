import type { Ending } from './runner';

/** What the system's own books say about the event. */
export interface Books {
  readonly capacity: number;
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

export interface Check {
  readonly holds: boolean;
  readonly sentence: string;
}

/** What must be true after an opening, whatever happened in it. */
export const verdict = (
  endings: readonly Ending[],
  { capacity, rows, captured, mails, mailedTwice, deadLetters }: Books,
): readonly Check[] => {
  const confirmed = endings.flatMap((ending) => (ending.kind === 'confirmed' ? [ending] : []));
  const numbers = new Set(confirmed.map(({ number }) => number));
  const expected = Math.min(capacity, endings.length);
  const count = (kind: Ending['kind']) => endings.filter((ending) => ending.kind === kind).length;
  const errors = endings.flatMap((ending) => (ending.kind === 'error' ? [ending.detail] : []));
  const equal = (sentence: string, found: number, wanted: number): Check => ({
    holds: found === wanted,
    sentence: found === wanted ? `${sentence}: ${found}` : `${sentence}: ${found}, expected ${wanted}`,
  });
  return [
    { holds: rows <= capacity, sentence: `never oversold: ${rows} registered of ${capacity} spots` },
    equal('runners told that they are in', confirmed.length, expected),
    equal('numbers given out, each once', numbers.size, confirmed.length),
    equal('registrations in the database', rows, expected),
    equal('cards charged', captured, expected),
    equal('confirmations mailed', mails, expected),
    equal('runners mailed twice', mailedTwice, 0),
    equal('everybody else told "sold out"', count('sold-out'), endings.length - expected),
    equal('spots left while somebody was told "sold out"', count('sold-out') > 0 ? capacity - rows : 0, 0),
    equal('messages in dead-letter queues', deadLetters, 0),
    {
      holds: errors.length === 0,
      sentence: errors.length === 0 ? 'errors: none' : `errors: ${errors.length}, the first: ${errors[0]}`,
    },
  ];
};
