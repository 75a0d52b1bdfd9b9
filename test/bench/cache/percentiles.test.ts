import { percentile, spreadOf } from '../../../bench/cache/percentiles';

test('a percentile is a value that was measured, and the smallest that covers its share', () => {
  const hundred = Array.from({ length: 100 }, (_, i) => 100 - i);
  expect(percentile(hundred, 0.5)).toBe(50);
  expect(percentile(hundred, 0.99)).toBe(99);
  expect(percentile([...hundred, 101], 0.99)).toBe(100);
  expect(percentile([7], 0.01)).toBe(7);
});

test('of nothing there is no percentile', () => {
  expect(spreadOf([])).toEqual({ count: 0, p50: Number.NaN, p99: Number.NaN, max: Number.NaN });
});

test('numbers are put in order as numbers', () => {
  expect(spreadOf([10, 9, 100])).toEqual({ count: 3, p50: 10, p99: 100, max: 100 });
});
