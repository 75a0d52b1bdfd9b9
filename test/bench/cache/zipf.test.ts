import { zipf } from '../../../bench/cache/promotion/zipf';

test('the first is asked for twice as often as the second and three times as often as the third', () => {
  const draw = zipf(3);
  const draws = Array.from({ length: 1100 }, (_, i) => draw((i + 0.5) / 1100));
  expect([0, 1, 2].map((rank) => draws.filter((one) => one === rank).length)).toEqual([600, 300, 200]);
});

test('every draw is one of those there are', () => {
  const draw = zipf(10_000);
  expect(draw(0)).toBe(0);
  expect(draw(1 - Number.EPSILON / 2)).toBe(9_999);
});
