import { reportGrowth } from '../../lambdas/platform/report-growth';
import { skip } from './cache/fleet';

afterEach(() => jest.restoreAllMocks());

test('once a minute it is told by how much counters grew, and nothing of those that did not', () => {
  let counters = { hits: 5, misses: 1 };
  const told: [string, number][] = [];
  const report = reportGrowth(
    () => counters,
    (name, by) => void told.push([name, by]),
  );
  counters = { hits: 8, misses: 1 };
  report();
  expect(told).toEqual([]);
  skip(60_001);
  report();
  report();
  expect(told).toEqual([['hits', 3]]);
  counters = { hits: 9, misses: 3 };
  report();
  skip(60_001);
  report();
  expect(told).toEqual([
    ['hits', 3],
    ['hits', 1],
    ['misses', 2],
  ]);
});
