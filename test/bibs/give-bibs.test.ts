import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import {
  type BibRange,
  findOverlap,
  type Given,
  inOrder,
  type Numberless,
  planBibs,
} from '../../lambdas/bibs/giving/give-bibs';
import { type HeldBib, planChanges, readBibFile } from '../../lambdas/bibs/giving/plan-file';

const person = (registrationId: string, said: Partial<Numberless> = {}): Numberless => ({
  registrationId,
  eventId: 'ten',
  firstName: 'Ada',
  lastName: registrationId,
  gender: 'female',
  age: 30,
  ...said,
});
const range = (from: number, to: number, said: Partial<BibRange> = {}): BibRange => ({
  eventId: 'ten',
  from,
  to,
  ...said,
});
const nobody = () => false;

test('everybody gets the lowest free number of the first range that is for them, and the next range when that one is full', () => {
  const ranges = [range(1, 2, { gender: 'female' }), range(10, 11, { ages: { from: 40, to: 49 } }), range(100, 100)];
  const people = [
    person('a'),
    person('b', { gender: 'male', age: 40 }),
    person('c'),
    person('d', { gender: 'male', age: 39 }),
    person('e'),
    person('f', { eventId: 'walk' }),
    person('g', { gender: null, age: null }),
  ];
  expect(planBibs(people, ranges, (number) => number === 1)).toEqual({
    given: [
      { registrationId: 'a', number: 2 },
      { registrationId: 'b', number: 10 },
      { registrationId: 'c', number: 100 },
    ],
    left: [
      { registrationId: 'd', why: 'full' },
      { registrationId: 'e', why: 'full' },
      { registrationId: 'f', why: 'no-range' },
      { registrationId: 'g', why: 'full' },
    ],
  });
});

test('whatever the people and ranges, no number is given twice, none that was given before, and nobody is left out beside a free number', () => {
  const aPerson = fc.record({
    gender: fc.constantFrom('female', 'male', null),
    age: fc.option(fc.integer({ min: 10, max: 60 })),
    eventId: fc.constantFrom('ten', 'walk'),
  });
  const aRange = fc.record({
    eventId: fc.constantFrom('ten', 'walk'),
    gender: fc.constantFrom('female' as const, 'male' as const, undefined),
    length: fc.integer({ min: 1, max: 4 }),
  });
  fc.assert(
    fc.property(
      fc.array(aPerson, { maxLength: 15 }),
      fc.array(aRange, { maxLength: 5 }),
      fc.uniqueArray(fc.integer({ min: 1, max: 20 })),
      (some, lengths, before) => {
        const people = some.map((said, n) => person(`${n}`, said));
        const ranges = lengths.map(({ length, ...said }, n) => range(n * 4 + 1, n * 4 + length, said));
        const { given, left } = planBibs(people, ranges, (number) => before.includes(number));
        const numbers = given.map(({ number }) => number);
        expect(new Set([...numbers, ...before]).size).toBe(numbers.length + before.length);
        expect(given.length + left.length).toBe(people.length);
        for (const { registrationId } of left) {
          const { eventId, gender } = people[Number(registrationId)] as Numberless;
          const free = ranges
            .filter((one) => one.eventId === eventId && (one.gender === undefined || one.gender === gender))
            .flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, n) => from + n))
            .filter((number) => !numbers.includes(number) && !before.includes(number));
          expect(free).toEqual([]);
        }
      },
    ),
  );
});

test('people come by name without accents and case, or in an order that nobody can guess', () => {
  const people = [person('Öz'), person('Zu', { firstName: 'bo' }), person('zu'), person('Abel')];
  const ids = (order: 'name' | 'random', random = Math.random) =>
    inOrder(people, order, random).map(({ registrationId }) => registrationId);
  expect(ids('name')).toEqual(['Abel', 'Öz', 'zu', 'Zu']);
  const keys = [0.4, 0.1, 0.3, 0.2];
  expect(ids('random', () => keys.shift() ?? 0)).toEqual(['Zu', 'Abel', 'zu', 'Öz']);
});

test('two ranges that share a number are found, wherever they stand in the list', () => {
  expect(findOverlap([range(1, 10), range(20, 30), range(11, 19)])).toBeUndefined();
  expect(findOverlap([range(20, 30), range(1, 10), range(30, 31)])).toEqual([0, 2]);
  expect(planBibs([], [], nobody)).toEqual({ given: [], left: [] });
});

const [one, two, three] = ['1', '2', '3'].map((n) => `01890000-0000-7000-8000-00000000000${n}`) as [
  string,
  string,
  string,
];

test('a file names people by their registration; rows that cannot be read are told by their lines', () => {
  const file = [
    'bib;last name;registration',
    `7;Runner;${one}`,
    ';No Number;x',
    `0;Zero;${two}`,
    '8;Nobody;not-an-id',
    `7;Twice;${two}`,
    `9;Upper;${two.toUpperCase()}`,
    `10;Twice;${one}`,
    `1000000;Long;${three}`,
    '11;short',
  ].join('\r\n');
  expect(readBibFile(file)).toEqual({
    kind: 'rows',
    rows: [
      { line: 2, number: 7, registrationId: one },
      { line: 7, number: 9, registrationId: two },
    ],
    refused: [
      { line: 4, reason: 'bib' },
      { line: 5, reason: 'registration' },
      { line: 6, reason: 'twice' },
      { line: 8, reason: 'twice' },
      { line: 9, reason: 'bib' },
      { line: 10, reason: 'cells' },
    ],
    empty: 1,
  });
});

test('a file that a spreadsheet has saved may lack the empty cells at the end of a row, and have a bib with zeros before it', () => {
  const file = `bib;registration;club;\n007;${one};Millers;;\n8;${two}\n9;${three};;;lost\n`;
  expect(readBibFile(file)).toMatchObject({
    rows: [
      { number: 7, registrationId: one },
      { number: 8, registrationId: two },
    ],
    refused: [{ line: 4, reason: 'cells' }],
  });
});

test.each([
  ['', { kind: 'no-rows' }],
  ['bib,registration\r\n', { kind: 'no-rows' }],
  ['bib,name\n1,a\n', { kind: 'no-column', column: 'registration' }],
  ['number,registration\n1,a\n', { kind: 'no-column', column: 'bib' }],
  ['bib,registration\n1,"a\n', { kind: 'unclosed-quote', line: 2 }],
])('a file that has nothing to use says why: %j', (text, why) => expect(readBibFile(text)).toEqual(why));

describe('numbers that somebody has', () => {
  const live = new Map([
    [one, true],
    [two, true],
    [three, false],
  ]);
  const has = (registrationId: string, number: number, isVoid = false): HeldBib => ({ registrationId, number, isVoid });

  test('are changed between two people in one file, and not taken from somebody who is not in it', () => {
    const held = [has(one, 1), has(two, 2), has(three, 3)];
    const swap = [
      { registrationId: one, number: 2 },
      { registrationId: two, number: 1 },
    ];
    expect(planChanges(swap, live, held)).toEqual({ changes: swap, unchanged: 0, refused: [] });
    expect(planChanges([{ registrationId: one, number: 2 }], live, held).refused).toMatchObject([{ why: 'taken' }]);
    expect(planChanges([{ registrationId: one, number: 3 }], live, held).refused).toMatchObject([{ why: 'taken' }]);
    expect(planChanges([{ registrationId: three, number: 4 }], live, held).refused).toMatchObject([{ why: 'ended' }]);
    expect(planChanges([{ registrationId: 'x', number: 4 }], live, held).refused).toMatchObject([{ why: 'unknown' }]);
    expect(planChanges([{ registrationId: one, number: 1 }], live, held)).toMatchObject({ changes: [], unchanged: 1 });
  });

  test('stay with their owner when what the owner was to get is refused', () => {
    const held = [has(one, 1), has(two, 2), has('somebody', 9)];
    const wanted = [
      { registrationId: one, number: 2 },
      { registrationId: two, number: 9 },
    ];
    expect(planChanges(wanted, live, held)).toMatchObject({ changes: [], refused: [{ number: 9 }, { number: 2 }] });
  });

  test('are given as one after the other would judge them, until nothing changes any more', () => {
    const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 10 });
    const voids = fc.array(fc.boolean(), { minLength: 10, maxLength: 10 });
    fc.assert(
      fc.property(numbers, numbers, voids, (had, wished, isVoid) => {
        const held = had.map((number, n) => has(`${n}`, number, isVoid[n]));
        const wanted = wished.map((number, n) => ({ registrationId: `${n}`, number }));
        const all = new Map(wanted.map(({ registrationId }) => [registrationId, true]));
        const { changes, refused, unchanged } = planChanges(wanted, all, held);
        let left = wanted.filter(
          (one) => !held.some((its) => !its.isVoid && isDeepStrictEqual(its, { ...one, isVoid: false })),
        );
        expect(unchanged).toBe(wanted.length - left.length);
        const isFree = ({ registrationId, number }: Given) => {
          const owner = held.find((its) => its.number === number);
          const isLeft = !owner?.isVoid && left.some((one) => one.registrationId === owner?.registrationId);
          return !owner || owner.registrationId === registrationId || isLeft;
        };
        while (!left.every(isFree)) left = left.filter(isFree);
        expect(changes).toEqual(left);
        expect(refused).toHaveLength(wanted.length - left.length - unchanged);
      }),
    );
  });

  test('are all refused at once when a file moves thirty thousand people to the next number, and the last one is taken', () => {
    const people = Array.from({ length: 30_000 }, (_, n) => ({ registrationId: `${n}`, number: n + 2 }));
    const held = [...people.map((one) => has(one.registrationId, one.number - 1)), has('somebody', 30_001)];
    const all = new Map(people.map(({ registrationId }) => [registrationId, true]));
    const { changes, refused } = planChanges(people, all, held);
    expect([changes.length, refused.length]).toEqual([0, 30_000]);
  });

  test('and had before: they go back to the same person, and to nobody else', () => {
    const held = [has(one, 5, true), has(one, 6)];
    expect(planChanges([{ registrationId: one, number: 5 }], live, held).changes).toHaveLength(1);
    expect(planChanges([{ registrationId: two, number: 5 }], live, held).refused).toMatchObject([{ why: 'taken' }]);
  });
});
