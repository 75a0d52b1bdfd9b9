import type { Basket } from '../../../loadtest/people/basket';
import type { Outcome } from '../../../loadtest/people/outcome';
import { soldSince } from '../../../loadtest/verdict/baskets';
import { type Books, lookVerdict, verdict } from '../../../loadtest/verdict/verdict';

const price = 4500;
const confirmed = (number: number, eventId = 'e') => ({
  kind: 'confirmed' as const,
  registrationId: `r${number}`,
  eventId,
  number,
  total: price,
});
/** A group, with the numbers it was told; `home`: how many of it found no spot. */
const family = (numbers: readonly number[], home = 0): Outcome => {
  const [number = 0, ...others] = numbers;
  return {
    ...confirmed(number),
    total: price * numbers.length,
    companions: others.map((other) => ({ registrationId: `r${other}`, number: other })),
    people: numbers.length,
    stayedHome: home,
  };
};
const [soldOut, abandoned]: readonly Outcome[] = [{ kind: 'sold-out' }, { kind: 'abandoned' }];
const outcomes: readonly Outcome[] = [confirmed(1), confirmed(2), { kind: 'sold-out' }];
/** Books of `rows` registrations, each paid separately. */
const alone = (rows: number) => ({ rows, charges: rows, charged: rows * price, mails: rows });
const books: Books = {
  ...alone(2),
  capacity: 2,
  heldByOthers: 0,
  inPart: 0,
  heldAtLast: 0,
  mailedTwice: 0,
  deadLetters: 0,
};
const broken = (told: readonly (Outcome | undefined)[], changes: Partial<Books> = {}) =>
  verdict(
    told.flatMap((outcome) => outcome ?? []),
    { ...books, ...changes },
  )
    .filter(({ holds }) => !holds)
    .map(({ name, actual, expected }) => `${name}: ${actual}, expected ${expected}`);

test('a clean opening is clean', () => expect(broken(outcomes)).toEqual([]));

test('more spots than runners: everybody is in', () =>
  expect(broken([confirmed(7)], { capacity: 5, ...alone(1) })).toEqual([]));

test('a spot that was passed on has one number, two mails, and the fee of who took it over', () => {
  const passedOn = [{ ...confirmed(1), passedOnFor: 1000 }, { ...confirmed(2), passedOnFor: 0 }, soldOut];
  const after = { ...alone(2), charges: 3, charged: 2 * price + 1000, mails: 4 };
  expect(broken(passedOn, after)).toEqual([]);
  expect(broken(passedOn)).toEqual([
    'cards charged: 2, expected 3',
    'money charged, in the smallest unit: 9000, expected 10000',
    'confirmations mailed: 2, expected 4',
  ]);
});

test('two events may give out the same number', () =>
  expect(broken([confirmed(1, 'marathon'), confirmed(1, 'ten'), soldOut])).toEqual([]));

test('a runner on the waiting list was told that nothing is left', () =>
  expect(broken([confirmed(1), confirmed(2), { kind: 'waiting' }])).toEqual([]));

test('a spot that was held when its runner left may stay unsold, and no other may', () => {
  expect(broken([confirmed(1), abandoned, { kind: 'all-held' }], alone(1))).toEqual([]);
  expect(broken([abandoned, soldOut, soldOut], alone(0))).not.toEqual([]);
});

test('spots that others held before may come back during the run, and need not', () => {
  const three = { ...alone(3), heldByOthers: 1 };
  expect(broken([confirmed(1), confirmed(2), confirmed(3)], three)).toEqual([]);
  expect(broken([confirmed(1), confirmed(2), { kind: 'all-held' }], { heldByOthers: 1 })).toEqual([]);
});

test('a family is in with one payment, and each of them has a number and a mail', () => {
  expect(broken([family([1, 2]), soldOut], { charges: 1 })).toEqual([]);
  expect(broken([confirmed(1), family([2], 2)])).toEqual([]);
});

test('what was too little for a group is held at last, and others may find it held', () => {
  const told = [family([1, 2]), confirmed(3), { kind: 'all-held' as const }];
  const stranded = { capacity: 4, rows: 3, charges: 2, charged: 3 * price, mails: 3, heldAtLast: 1 };
  expect(broken(told, stranded)).toEqual([]);
  expect(broken(told, { ...stranded, heldAtLast: 0 })).not.toEqual([]);
  // Spots that wait to be dealt are held as well: a runner without a group must find one when there are enough.
  expect(broken(told, { ...stranded, capacity: 10, heldAtLast: 6 })).not.toEqual([]);
});

test('a runner who answered their bank is in, and one who left is not', () => {
  const [passed, failed] = [confirmed(1), confirmed(2)] as const;
  const told: readonly Outcome[] = [
    { ...passed, challenge: 'passed' },
    { ...failed, challenge: 'failed' },
    { kind: 'abandoned', challenge: 'abandoned' },
    { kind: 'sold-out' },
  ];
  expect(broken(told)).toEqual([]);
  expect(broken([confirmed(1), { kind: 'sold-out', challenge: 'passed' }], alone(1))).toContainEqual(
    'runners who answered their bank and are in: 0, expected 1',
  );
  expect(broken([{ ...confirmed(1), challenge: 'abandoned' }, confirmed(2)])).toContainEqual(
    'runners who left their bank waiting and are in: 1, expected 0',
  );
});

test.each<[string, readonly (Outcome | undefined)[], Partial<Books>, RegExp]>([
  ['a spot sold twice', [confirmed(1), confirmed(2), confirmed(3)], { rows: 3 }, /never more than there are/],
  ['two runners with one number', [confirmed(1), confirmed(1), soldOut], {}, /each once/],
  ['a charge that is missing', outcomes, { charges: 1 }, /cards charged: 1, expected 2/],
  ['a mail too many', outcomes, { mails: 3 }, /mailed: 3, expected 2/],
  ['a runner mailed twice', outcomes, { mailedTwice: 1 }, /twice/],
  ['a row nobody was told of', [confirmed(1), soldOut, soldOut], {}, /told that they are in/],
  ['a false "sold out"', [confirmed(1), soldOut, soldOut], alone(1), /spots left/],
  ['"all held" where nobody went away', [confirmed(1), confirmed(2), { kind: 'all-held' }], {}, /nothing is left/],
  [
    'a runner who got an error',
    [confirmed(1), confirmed(2), { kind: 'error', detail: '500' }],
    {},
    /error: 1, the first: 500/,
  ],
  ['a dead letter', outcomes, { deadLetters: 1 }, /dead-letter/],
  ['money that nobody was asked for', outcomes, { charged: 9_001 }, /money charged.*: 9001, expected 9000/],
  ['a group of which one is in', outcomes, { inPart: 1 }, /in part: 1, expected 0/],
  [
    'each of a family charged for all of them',
    [family([1, 2])],
    { charges: 2, charged: 4 * price },
    /cards charged: 2, expected 1\n.*: 18000, expected 9000/,
  ],
  [
    'a child without a row',
    [family([1, 2])],
    { ...alone(1), charges: 1, charged: 2 * price },
    /database: 1, expected 2/,
  ],
  ['a child without a mail', [family([1, 2])], { charges: 1, mails: 1 }, /mailed: 1, expected 2/],
  ['two of a family with one number', [family([1, 1])], { charges: 1 }, /each once/],
  ['friends left behind while there was a spot', [family([1], 1), soldOut], alone(1), /spots left/],
])('the verdict finds %s', (_, told, changes, sentence) => {
  expect(broken(told, changes).join('\n')).toMatch(sentence);
});

test('of visitors, each must have seen everything', () => {
  const holds = (told: readonly Outcome[]) => lookVerdict(told).every((check) => check.holds);
  expect(holds([{ kind: 'done' }, { kind: 'done' }])).toBe(true);
  expect(holds([{ kind: 'done' }, { kind: 'error', detail: '404' }])).toBe(false);
});

describe('what was bought', () => {
  const basket = {
    ...{ quoted: { 'shirt-m': 1, pasta: 2 }, donated: 500, collected: 100, places: 1 },
    ...{ letGo: {}, gone: [], short: 0, shortPlaces: 0 },
  };
  const buys = (number: number, changes: Partial<Basket> = {}): Outcome => ({
    ...confirmed(number),
    basket: { ...basket, ...changes },
  });
  const sold = {
    variants: [{ variant: 'shirt-m', stock: 2, given: 2 }],
    short: 0,
    over: 0,
    donated: 1000,
    collected: 200,
    teamPlaces: 2,
    overfullTeams: 0,
  };
  const told = [buys(1), buys(2)];

  test('is given as it was told, and only so much of what is limited', () => {
    expect(broken(told, { sold })).toEqual([]);
    const [shirt] = sold.variants.map((one) => ({ ...one, stock: 1 }));
    expect(broken(told, { sold: { ...sold, variants: shirt ? [shirt] : [] } })).toEqual([
      'units given beyond their stock: 1, expected 0',
    ]);
    expect(broken([buys(1), confirmed(2)], { sold })).toEqual([
      'units given: 2, expected 1',
      'donations booked, in the smallest unit: 1000, expected 500',
      'donations booked on pages that collect, in the smallest unit: 200, expected 100',
      'places in teams: 2, expected 1',
    ]);
    expect(broken([buys(1), buys(2, { shortPlaces: 1 })], { sold })).toEqual(['places in teams: 2, expected 1']);
    expect(broken(told, { sold: { ...sold, overfullTeams: 1 } })).toEqual([
      'teams with more people than places: 1, expected 0',
    ]);
    expect(broken(told, { sold: { ...sold, short: 1, over: 1 } })).toHaveLength(2);
  });

  test('was there when somebody was told that it is gone, unless others let it go', () => {
    const left = { ...sold, variants: [{ variant: 'shirt-m', stock: 3, given: 2 }] };
    const refused = [buys(1, { gone: ['shirt-m'] }), buys(2)];
    expect(broken(refused, { sold: left })).toEqual(['variants left that somebody was told are gone: 1, expected 0']);
    expect(broken([...told, soldOut], { sold: left })).toEqual([]);
    expect(broken([buys(1, { gone: ['shirt-m'] }), buys(2, { letGo: { 'shirt-m': 1 } })], { sold: left })).toEqual([]);
    const left2: Outcome = { kind: 'declined', basket };
    expect(broken([...refused, left2], { sold: left }).join()).not.toContain('somebody was told');
  });

  test('is counted from when the run began', () => {
    const nothing = { short: 1, over: 0, collected: 100, teamPlaces: 1, overfullTeams: 0 };
    const before = { ...nothing, variants: [{ variant: 'shirt-m', stock: 9, given: 4 }], donated: 300 };
    const variants = [{ variant: 'shirt-m', stock: 9, given: 6 }];
    const after = { ...nothing, variants, donated: 800, collected: 250, teamPlaces: 4 };
    expect(soldSince(after, before)).toEqual({
      variants: [{ variant: 'shirt-m', stock: 5, given: 2 }],
      short: 0,
      over: 0,
      donated: 500,
      collected: 150,
      teamPlaces: 3,
      overfullTeams: 0,
    });
  });
});
