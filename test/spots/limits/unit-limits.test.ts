import { poolShareOf, unitsPerAddress } from '../../../lambdas/spots/limits/unit-limits';

test('one address may claim two units for each spot that it may hold, of all events together', () => {
  expect(unitsPerAddress([])).toBe(400);
  expect(unitsPerAddress([500, 500])).toBe(400);
  expect(unitsPerAddress([10_000, 5000])).toBe(2 * (1000 + 500));
  expect(unitsPerAddress([500], { mostPerAddress: 900 })).toBe(1800);
});

test.each([
  // A piece for each of a group.
  [5, 8, 8],
  [12, 8, 9],
  [50, 25, 37],
  [1000, 500, 750],
])('of a pool of %d units one address leaves half to others, and a /48 a quarter', (stock, perAddress, perNetwork) => {
  expect(poolShareOf(stock, [60, 5000])).toEqual({ perAddress, perNetwork });
});

test('a director who lets an address hold more spots than usual lets it claim more of a pool', () => {
  expect(poolShareOf(50, [60], { mostPerAddress: 40 }).perAddress).toBe(80);
  expect(poolShareOf(50, [60], { freePerAddress: 45 }).perAddress).toBe(90);
  // Less than usual in the large event.
  expect(poolShareOf(50, [60, 5000], { mostPerAddress: 40 }).perAddress).toBe(25);
});
