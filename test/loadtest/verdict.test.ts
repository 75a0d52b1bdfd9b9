import type { Ending } from '../../loadtest/runner';
import { type Books, verdict } from '../../loadtest/verdict';

const confirmed = (number: number): Ending => ({ kind: 'confirmed', registrationId: `r${number}`, number });
const endings: readonly Ending[] = [confirmed(1), confirmed(2), { kind: 'sold-out' }];
const books: Books = { capacity: 2, rows: 2, captured: 2, mails: 2, mailedTwice: 0, deadLetters: 0 };
const broken = (told: readonly Ending[], changes: Partial<Books> = {}) =>
  verdict(told, { ...books, ...changes })
    .filter(({ holds }) => !holds)
    .map(({ sentence }) => sentence);

test('a clean opening is clean', () => expect(broken(endings)).toEqual([]));

test('more spots than runners: everybody is in', () =>
  expect(broken([confirmed(7)], { capacity: 5, rows: 1, captured: 1, mails: 1 })).toEqual([]));

test.each<[string, readonly Ending[], Partial<Books>, RegExp]>([
  ['a spot sold twice', [confirmed(1), confirmed(2), confirmed(3)], { rows: 3 }, /oversold/],
  ['two runners with one number', [confirmed(1), confirmed(1), { kind: 'sold-out' }], {}, /each once/],
  ['a charge that is missing', endings, { captured: 1 }, /cards charged: 1, expected 2/],
  ['a mail too many', endings, { mails: 3 }, /mailed: 3, expected 2/],
  ['a runner mailed twice', endings, { mailedTwice: 1 }, /twice/],
  ['a row nobody was told of', [confirmed(1), { kind: 'sold-out' }, { kind: 'sold-out' }], {}, /told that they are in/],
  [
    'a false "sold out"',
    [confirmed(1), { kind: 'sold-out' }, { kind: 'sold-out' }],
    { rows: 1, captured: 1, mails: 1 },
    /spots left/,
  ],
  [
    'a runner who got an error',
    [confirmed(1), confirmed(2), { kind: 'error', detail: '500' }],
    {},
    /errors: 1, the first: 500/,
  ],
  ['a dead letter', endings, { deadLetters: 1 }, /dead-letter/],
])('the verdict finds %s', (_, told, changes, sentence) => {
  expect(broken(told, changes).join('\n')).toMatch(sentence);
});
