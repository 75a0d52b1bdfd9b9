import fc from 'fast-check';
import { inOrder, isKeptForWaiters, ranks, turnsOf, type Waiter } from '../../../lambdas/domain/waiting';

const mixed = {
  waiters: fc
    .array(fc.record({ size: fc.integer({ min: 1, max: 8 }), isAuthorised: fc.integer({ min: 0, max: 1 }) }), {
      maxLength: 30,
    })
    .map((some) =>
      some.map(
        ({ size, isAuthorised }, n): Waiter => ({
          size,
          rank: isAuthorised ? ranks.authorised : ranks.asked,
          // Not in the order in which the database gives them.
          position: (n * 17) % 31,
        }),
      ),
    ),
  numbers: fc.uniqueArray(fc.integer({ min: 1, max: 500 }), { maxLength: 40 }),
};
const forAll = (holds: (waiters: readonly Waiter[], numbers: readonly number[]) => void) =>
  fc.assert(
    fc.property(mixed.waiters, mixed.numbers, (waiters, numbers) => holds(inOrder(waiters), numbers)),
    { numRuns: 500 },
  );
/** In the order of the list. */
const whoGot = (turns: ReturnType<typeof turnsOf>) => new Set(turns.map(({ waiter }) => waiter));

test('each gets as many as they want or none, and no number is given to two', () =>
  forAll((waiters, numbers) => {
    const turns = turnsOf(waiters, numbers);
    for (const { waiter, numbers: theirs } of turns) expect(theirs).toHaveLength(waiter.size);
    const given = turns.flatMap(({ numbers: theirs }) => theirs);
    expect(new Set(given).size).toBe(given.length);
    expect(numbers).toEqual(expect.arrayContaining(given));
    expect(whoGot(turns).size).toBe(turns.length);
  }));

test('somebody who is passed over did not fit into what those before them had left', () =>
  forAll((waiters, numbers) => {
    const got = whoGot(turnsOf(waiters, numbers));
    let left = numbers.length;
    for (const waiter of waiters) {
      expect(got.has(waiter)).toBe(waiter.size <= left);
      if (got.has(waiter)) left -= waiter.size;
    }
  }));

test('what is left serves nobody who waits: the public may have it', () =>
  forAll((waiters, numbers) => {
    const turns = turnsOf(waiters, numbers);
    const got = whoGot(turns);
    const left = numbers.length - turns.reduce((sum, { waiter }) => sum + waiter.size, 0);
    const sizes = waiters.filter((waiter) => !got.has(waiter)).map(({ size }) => size);
    expect(isKeptForWaiters(left, sizes.length > 0 ? Math.min(...sizes) : undefined)).toBe(false);
  }));

test('those who come later take nothing from those before them', () =>
  forAll((waiters, numbers) => {
    const all = turnsOf(waiters, numbers);
    const early = waiters.slice(0, Math.ceil(waiters.length / 2));
    expect(turnsOf(early, numbers)).toEqual(all.filter(({ waiter }) => early.includes(waiter)));
  }));

test('of each size only as many as there are spots for need be looked at', () =>
  forAll((waiters, numbers) => {
    const some = waiters.filter(
      (waiter) =>
        waiters.filter(({ size }) => size === waiter.size).indexOf(waiter) < Math.floor(numbers.length / waiter.size),
    );
    expect(turnsOf(some, numbers)).toEqual(turnsOf(waiters, numbers));
  }));

test('somebody who was authorised comes first, then as they joined', () =>
  forAll((waiters) => {
    const keys = waiters.map(({ rank, position }) => rank * 100 + position);
    expect(keys).toEqual([...keys].sort((a, b) => a - b));
  }));
