import { budgetsOf, largestBudgets } from '../../../lambdas/line/rules/budgets';
import { defaultSale, type Race, type RaceLimits } from '../../../lambdas/races/race';

const raceOf = (events: readonly object[], limits?: RaceLimits) =>
  budgetsOf({ events: events as Race['events'], sale: { ...defaultSale, ...(limits && { limits }) } });

test.each([
  [1, 50, 100],
  [100, 50, 100],
  [240, 120, 240],
  [400, 200, 400],
  [50_000, 200, 400],
])('where people wait for %d spots, one address has passes for half of them in the draw', (spots, v4, network) => {
  expect(raceOf([{ capacity: spots }])).toEqual({ v4, v6: 50, network });
});

test('all events that people wait for count, and no others', () => {
  const events = [
    { capacity: 100 },
    { capacity: 60 },
    { capacity: 900, isHidden: true },
    { capacity: 900, kind: 'gift' },
  ];
  expect(raceOf(events).v4).toBe(80);
  expect(raceOf([{ capacity: 5000 }])).toEqual(largestBudgets);
});

test('a director who lets an address hold more spots lets it have as many passes', () => {
  expect(raceOf([{ capacity: 100 }], { mostPerAddress: 90 })).toEqual({ v4: 90, v6: 90, network: 180 });
  expect(raceOf([{ capacity: 100 }], { freePerAddress: 70 }).v4).toBe(70);
  expect(raceOf([{ capacity: 5000 }], { mostPerAddress: 10 })).toEqual(largestBudgets);
});
