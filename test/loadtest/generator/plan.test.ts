import fc from 'fast-check';
import { plan } from '../../../loadtest/generator/plan';
import { randomOf } from '../../../loadtest/generator/random';

const wishes = fc.record({
  runners: fc.integer({ min: 1, max: 300 }),
  within: fc.integer({ min: 0, max: 60 }),
  seed: fc.nat(),
  arrivals: fc.constantFrom('even' as const, 'poisson' as const),
});
const alone = { index: 0, of: 1 };

test('however many generators share a plan, each runner sets off once and at their moment', () =>
  fc.assert(
    fc.property(wishes, fc.integer({ min: 1, max: 7 }), (wish, of) => {
      const shared = Array.from({ length: of }, (_, index) => plan(wish, { index, of })).flat();
      expect(shared.toSorted((a, b) => a.n - b.n)).toEqual(plan(wish, alone));
    }),
  ));

test('everybody sets off in order and in time', () =>
  fc.assert(
    fc.property(wishes, (wish) => {
      const departures = plan(wish, alone).map(({ departure }) => departure);
      expect(departures).toEqual(departures.toSorted((a, b) => a - b));
      expect(departures.every((at) => at >= 0 && at <= wish.within * 1000)).toBe(true);
    }),
  ));

test('the same seed makes the same plan, another seed another one', () => {
  const wish = { runners: 50, within: 10, seed: 7, arrivals: 'poisson' as const };
  expect(plan(wish, alone)).toEqual(plan(wish, alone));
  expect(plan({ ...wish, seed: 8 }, alone)).not.toEqual(plan(wish, alone));
});

test('a crowd comes in clusters and gaps, as a Poisson process does: the gaps vary as much as they last', () => {
  const departures = plan({ runners: 20_000, within: 1_000, seed: 3, arrivals: 'poisson' }, alone).map(
    ({ departure }) => departure,
  );
  const gaps = departures.slice(1).map((at, n) => at - (departures[n] ?? 0));
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  const deviation = Math.sqrt(gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length);
  expect(deviation / mean).toBeGreaterThan(0.95);
  expect(deviation / mean).toBeLessThan(1.05);
});

test('what one runner draws tells nothing about the next', () => {
  const draws = Array.from({ length: 10_000 }, (_, n) => randomOf(1, n)());
  const mean = draws.reduce((sum, draw) => sum + draw, 0) / draws.length;
  const together =
    draws.slice(1).reduce((sum, draw, n) => sum + (draw - mean) * ((draws[n] ?? 0) - mean), 0) / draws.length;
  expect(Math.abs(mean - 0.5)).toBeLessThan(0.02);
  expect(Math.abs(together)).toBeLessThan(0.005);
});
