import { Frequency } from '../../../lambdas/platform/cache/frequency';

test('the asks of this stretch of time and of the last are known, older ones are not', () => {
  const frequency = new Frequency(10);
  expect([0, 1, 2].map((at) => frequency.count('a', at))).toEqual([1, 2, 3]);
  expect(frequency.count('b', 3)).toBe(1);
  expect(frequency.count('a', 10_000)).toBe(3);
  expect(frequency.count('a', 20_000)).toBe(1);
  expect(frequency.count('b', 20_001)).toBe(1);
});

test('after a long silence nothing counts', () => {
  const frequency = new Frequency(10);
  for (let i = 0; i < 5; i++) frequency.count('a', i);
  expect(frequency.count('a', 20_001)).toBe(1);
});

test('a flood of keys is forgotten, and what is asked for often stays known', () => {
  const frequency = new Frequency(10);
  for (let i = 0; i < 5; i++) frequency.count('often', 0);
  for (let i = 0; i < 10_000; i++) frequency.count(`flood:${i}`, 1);
  expect(frequency.count('often', 2)).toBe(5);
  for (let i = 0; i < 20_001; i++) frequency.count(`second flood:${i}`, 3);
  expect(frequency.count('often', 4)).toBe(1);
});
