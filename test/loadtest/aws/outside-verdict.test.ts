import { outsideVerdict, type SeenFromOutside } from '../../../loadtest/aws/outside-verdict';
import type { Outcome } from '../../../loadtest/people/outcome';

const confirmed = (number: number, companions: readonly number[] = []): Outcome => ({
  kind: 'confirmed',
  registrationId: `r${number}`,
  eventId: 'e',
  number,
  total: 4_500,
  ...(companions.length > 0 && {
    people: 1 + companions.length,
    companions: companions.map((one) => ({ registrationId: `r${one}`, number: one })),
  }),
});
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => confirmed(from + n));
const soldOut: Outcome = { kind: 'sold-out' };
const abandoned: Outcome = { kind: 'abandoned' };

/** A race of ten spots without registrations. */
const ten: SeenFromOutside = { capacity: 10, heldByOthers: 0, spotsLeftBefore: 10, spotsLeftAfter: 0 };
const broken = (outcomes: readonly Outcome[], seen: Partial<SeenFromOutside> = {}) =>
  outsideVerdict(outcomes, { ...ten, ...seen }).flatMap(({ name, holds }) => (holds ? [] : [name]));

test.each<[string, readonly Outcome[], Partial<SeenFromOutside>]>([
  ['everybody who fits is in, and everybody else was told', [...numbers(1, 10), soldOut, soldOut], {}],
  ['fewer came than there are spots', numbers(1, 4), { spotsLeftAfter: 6 }],
  ['somebody left and their spot is still held', [...numbers(1, 9), abandoned, soldOut], {}],
  ['a family is in together', [...numbers(1, 8), confirmed(9, [10]), soldOut], {}],
  ['a block ended where a family did not fit', [...numbers(1, 4), confirmed(6, [7])], { spotsLeftAfter: 3 }],
  ['others gave back meanwhile what they held', numbers(1, 10), { capacity: 8, heldByOthers: 2, spotsLeftBefore: 8 }],
])('when %s, nothing is wrong', (_, outcomes, seen) => expect(broken(outcomes, seen)).toEqual([]));

test.each<[string, readonly Outcome[], Partial<SeenFromOutside>, string]>([
  ['a number is given out twice', [...numbers(1, 9), confirmed(9)], {}, 'numbers given out, each once'],
  ['more are told that they are in than fit', numbers(1, 11), {}, 'spots registered, never more than there are'],
  ['fewer are in than fit', [...numbers(1, 9), soldOut], {}, 'runners told that they are in'],
  [
    'somebody is told "sold out" while spots are left',
    [...numbers(1, 8), soldOut],
    { spotsLeftAfter: 2 },
    'spots left while somebody was told "sold out"',
  ],
  ['spots vanish', numbers(1, 8), { spotsLeftAfter: 0 }, 'spots gone, as the race’s page counts'],
  [
    'a spot is sold that the page still offers',
    numbers(1, 8),
    { spotsLeftAfter: 3 },
    'spots gone, as the race’s page counts',
  ],
  [
    'somebody is told nothing',
    [...numbers(1, 10), { kind: 'declined' }],
    {},
    'everybody else told that nothing is left',
  ],
  ['somebody sees an error', [...numbers(1, 10), { kind: 'error', detail: '500' }], {}, 'runners who saw an error'],
])('when %s, it is found', (_, outcomes, seen, name) => expect(broken(outcomes, seen)).toContain(name));
