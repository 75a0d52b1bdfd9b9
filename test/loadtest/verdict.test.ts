import type { Ending } from '../../loadtest/runner';
import { type Books, lookVerdict, verdict } from '../../loadtest/verdict';

const confirmed = (number: number, eventId = 'e'): Ending => ({
  kind: 'confirmed',
  registrationId: `r${number}`,
  eventId,
  number,
});
const [soldOut, abandoned]: readonly Ending[] = [{ kind: 'sold-out' }, { kind: 'abandoned' }];
const endings: readonly Ending[] = [confirmed(1), confirmed(2), { kind: 'sold-out' }];
const books: Books = { capacity: 2, heldByOthers: 0, rows: 2, captured: 2, mails: 2, mailedTwice: 0, deadLetters: 0 };
const broken = (told: readonly (Ending | undefined)[], changes: Partial<Books> = {}) =>
  verdict(
    told.flatMap((ending) => ending ?? []),
    { ...books, ...changes },
  )
    .filter(({ holds }) => !holds)
    .map(({ name, actual, expected }) => `${name}: ${actual}, expected ${expected}`);

test('a clean opening is clean', () => expect(broken(endings)).toEqual([]));

test('more spots than runners: everybody is in', () =>
  expect(broken([confirmed(7)], { capacity: 5, rows: 1, captured: 1, mails: 1 })).toEqual([]));

test('two events may give out the same number', () =>
  expect(broken([confirmed(1, 'marathon'), confirmed(1, 'ten'), soldOut])).toEqual([]));

test('whoever is on the waiting list was told that nothing is left', () =>
  expect(broken([confirmed(1), confirmed(2), { kind: 'waiting' }])).toEqual([]));

test('a spot somebody held when he went away may stay unsold, and all others must not', () => {
  const one = { rows: 1, captured: 1, mails: 1 };
  expect(broken([confirmed(1), abandoned, { kind: 'all-held' }], one)).toEqual([]);
  expect(broken([abandoned, soldOut, soldOut], { rows: 0, captured: 0, mails: 0 })).not.toEqual([]);
});

test('spots that others held before may come back during the run, and need not', () => {
  const three = { rows: 3, captured: 3, mails: 3, heldByOthers: 1 };
  expect(broken([confirmed(1), confirmed(2), confirmed(3)], three)).toEqual([]);
  expect(broken([confirmed(1), confirmed(2), { kind: 'all-held' }], { heldByOthers: 1 })).toEqual([]);
});

test.each<[string, readonly (Ending | undefined)[], Partial<Books>, RegExp]>([
  ['a spot sold twice', [confirmed(1), confirmed(2), confirmed(3)], { rows: 3 }, /never more than there are/],
  ['two runners with one number', [confirmed(1), confirmed(1), soldOut], {}, /each once/],
  ['a charge that is missing', endings, { captured: 1 }, /cards charged: 1, expected 2/],
  ['a mail too many', endings, { mails: 3 }, /mailed: 3, expected 2/],
  ['a runner mailed twice', endings, { mailedTwice: 1 }, /twice/],
  ['a row nobody was told of', [confirmed(1), soldOut, soldOut], {}, /told that they are in/],
  ['a false "sold out"', [confirmed(1), soldOut, soldOut], { rows: 1, captured: 1, mails: 1 }, /spots left/],
  ['"all held" where nobody went away', [confirmed(1), confirmed(2), { kind: 'all-held' }], {}, /nothing is left/],
  [
    'a runner who got an error',
    [confirmed(1), confirmed(2), { kind: 'error', detail: '500' }],
    {},
    /error: 1, the first: 500/,
  ],
  ['a dead letter', endings, { deadLetters: 1 }, /dead-letter/],
])('the verdict finds %s', (_, told, changes, sentence) => {
  expect(broken(told, changes).join('\n')).toMatch(sentence);
});

test('of visitors, each must have seen everything', () => {
  const holds = (told: readonly Ending[]) => lookVerdict(told).every((check) => check.holds);
  expect(holds([{ kind: 'done' }, { kind: 'done' }])).toBe(true);
  expect(holds([{ kind: 'done' }, { kind: 'error', detail: '404' }])).toBe(false);
});
