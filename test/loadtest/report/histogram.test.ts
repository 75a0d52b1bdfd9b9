import fc from 'fast-check';
import { Histogram } from '../../../loadtest/report/histogram';

const values = fc.array(fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 2 ** 31 - 1 })), {
  minLength: 1,
  maxLength: 300,
});
const shares = fc.double({ min: 0, max: 1, noNaN: true });

const of = (numbers: readonly number[]) => {
  const histogram = new Histogram();
  for (const number of numbers) histogram.record(number);
  return histogram;
};

/** Nearest rank, on all values. */
const exactly = (numbers: readonly number[], share: number) =>
  numbers.toSorted((a, b) => a - b)[Math.max(1, Math.ceil(share * numbers.length)) - 1] ?? 0;

test('a percentile is never below the true one, and above it by 1.6 % at most', () =>
  fc.assert(
    fc.property(values, shares, (numbers, share) => {
      const [found, right] = [of(numbers).percentile(share), exactly(numbers, share)];
      expect(found).toBeGreaterThanOrEqual(right);
      expect(found).toBeLessThanOrEqual(right * 1.016);
    }),
  ));

test('two generators merged are one that did everything', () =>
  fc.assert(
    fc.property(values, values, shares, (some, others, share) => {
      const [merged, one] = [of(some), of([...some, ...others])];
      merged.add(of(others));
      expect(merged.toString()).toBe(one.toString());
      expect(merged.percentile(share)).toBe(one.percentile(share));
      expect([merged.count, merged.max]).toEqual([one.count, one.max]);
    }),
  ));

test('what was written down is read as it was', () =>
  fc.assert(
    fc.property(values, (numbers) => {
      const [before, after] = [of(numbers), Histogram.parse(of(numbers).toString())];
      expect(after.buckets()).toEqual(before.buckets());
      expect([after.count, after.max, after.mean]).toEqual([before.count, before.max, before.mean]);
    }),
  ));

test('nothing recorded is nothing found', () => {
  expect([new Histogram().percentile(0.5), new Histogram().mean, new Histogram().max]).toEqual([0, 0, 0]);
});

test('what cannot be counted exactly is cut, and lands at an end', () => {
  const histogram = of([-5, 1.9, 1e12]);
  expect([histogram.percentile(0.3), histogram.percentile(0.6), histogram.max]).toEqual([0, 1, 2 ** 31 - 1]);
});

test.each(['', 'AAAA', Buffer.from(Float64Array.from([1, Number.NaN]).buffer).toString('base64')])(
  'what is no histogram is refused: %s',
  (text) => expect(() => Histogram.parse(text)).toThrow('no histogram'),
);
