import { bestOf } from '../../../bench/cache/best-of';
import { keepInFlight } from '../../../bench/cache/keep-in-flight';

test('of some rounds the best counts, and CPU and speed need not be of the same', () => {
  expect(
    bestOf([
      { operations: 1000, wallMs: 100, cpuMs: 5 },
      { operations: 1000, wallMs: 50, cpuMs: 8 },
    ]),
  ).toEqual({ micros: 5, perSecond: 20_000 });
});

test('as many operations as wanted are under way, and all are over at the end', async () => {
  let underWay = 0;
  let most = 0;
  const round = await keepInFlight(7, 1, async () => {
    most = Math.max(most, ++underWay);
    await new Promise((resolve) => setImmediate(resolve));
    underWay -= 1;
  });
  expect(most).toBe(7);
  expect(underWay).toBe(0);
  expect(round.operations).toBeGreaterThanOrEqual(64);
});
