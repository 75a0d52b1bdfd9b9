import { maxGroupSize } from '../../../lambdas/domain/hold';
import {
  blockSize,
  type CutFacts,
  cutsAhead,
  endsAt,
  maxSellableCounted,
  minBlockSizeFor,
  nextBlockFor,
  spends,
  spotsOf,
} from '../../../lambdas/spots/blocks/block';

const numbers = Array.from({ length: 20 }, (_, n) => 101 + n);
const block = { id: 'b', eventId: 'e', numbers, dealUntil: 0, holdSeconds: 600 };
const current = { id: 'b', isExpired: false, numbers: 20 };
const facts: CutFacts = { phase: 'open', current, sellable: maxSellableCounted };

test('several get the numbers up to where they are counted, and at the end of a block nobody gets a part', () => {
  expect(spotsOf(block, 4, 4)).toEqual([101, 102, 103, 104]);
  expect(spotsOf(block, 20, 4)).toEqual([117, 118, 119, 120]);
  expect(spotsOf(block, 21, 4)).toBeUndefined();
  // A counter that went back, or was made by another, deals nothing from the block's other end.
  expect(spotsOf(block, 3, 4)).toBeUndefined();
  expect(spotsOf(block, Number.NaN, 4)).toBeUndefined();
});

test('however many come together, one of them cuts ahead', () => {
  for (const size of [1, 2, 3, 5, 7, 8]) {
    const ends = Array.from({ length: Math.floor(20 / size) }, (_, n) => (n + 1) * size);
    expect(ends.filter((dealt) => cutsAhead(block, dealt, size))).toHaveLength(1);
  }
});

test('however many come together, the one who is counted to the end says so, and the first past it', () => {
  for (const size of [1, 2, 3, 5, 7, 8]) {
    const counts = Array.from({ length: 40 }, (_, n) => (n + 1) * size);
    const last = counts.findIndex((dealt) => dealt >= 20);
    const saying = counts.flatMap((dealt, n) => (spends(block, dealt, size) ? [n] : []));
    expect(saying).toEqual(counts[last] === 20 ? [last, last + 1] : [last]);
  }
});

test('a block that nobody deals from ends with its last hold; one that is only left does not', () => {
  const row = { closesAt: 10_000_000, holdSeconds: 600 };
  const ends = (['spent', 'lost', 'ahead', 'expired'] as const).map((reason) => endsAt(row, reason, 1_000_000));
  expect(ends).toEqual([1_630_000, 1_690_000, 10_000_000, 10_000_000]);
  expect(endsAt({ ...row, closesAt: 1_200_000 }, 'spent', 1_000_000)).toBe(1_200_000);
});

test('a group deals from a long block like anybody, and gets one of its own where others deal from a short one', () => {
  expect(nextBlockFor(facts, 'a', 'spent', 5)).toBe('current');
  expect(nextBlockFor(facts, 'a', 'spent', 6)).toBe('private');
  expect(nextBlockFor(facts, undefined, 'spent', 6)).toBe('private');
  expect(nextBlockFor(facts, 'a', 'spent')).toBe('current');
});

test('a group that leaves a spent block has the next one cut for everybody while an eighth serves them, else one for them alone', () => {
  expect(nextBlockFor(facts, 'b', 'spent', 8)).toBe('cut');
  expect(nextBlockFor({ ...facts, sellable: 8 * minBlockSizeFor(8) - 1 }, 'b', 'spent', 8)).toBe('private');
  expect(nextBlockFor({ ...facts, sellable: 3 }, 'b', 'spent')).toBe('cut');
  expect(nextBlockFor({ ...facts, current: undefined, sellable: 40 }, undefined, 'spent', 2)).toBe('private');
  expect(nextBlockFor({ ...facts, current: undefined, sellable: 64 }, undefined, 'spent', 2)).toBe('cut');
});

test('what is counted of the sellable spots is enough to know', () => {
  for (const size of [1, maxGroupSize])
    expect(blockSize(maxSellableCounted)).toBeGreaterThanOrEqual(minBlockSizeFor(size));
});

test.each([
  [{ sellable: 3, smallestWaiting: 3 }, 'waiting'],
  [{ sellable: 3, smallestWaiting: 4 }, 'private'],
  [{ sellable: 0, smallestWaiting: 4 }, 'waiting'],
  [{ sellable: 3 }, 'private'],
])('of %j two together are told %s', (changes, what) => {
  expect(nextBlockFor({ ...facts, ...changes }, 'b', 'spent', 2)).toBe(what);
});

test('the public buys what is too little for those who wait', () => {
  expect(nextBlockFor({ ...facts, sellable: 3, smallestWaiting: 4 }, 'b', 'spent')).toBe('cut');
  expect(nextBlockFor({ ...facts, sellable: 4, smallestWaiting: 4 }, 'b', 'spent')).toBe('waiting');
});
