import fc from 'fast-check';
import { allow, inWords, planRun } from '../../../loadtest/aws/run-plan';
import type { Wish } from '../../../loadtest/report/test-report';

const wish: Wish = {
  scenario: 'opening',
  runners: 50_000,
  within: 30,
  think: [15, 60],
  race: 'harbour',
  card: '4242424242424242',
  seed: 1,
};

test('fifty thousand runners are five hundred generators, and the price says whose money it is', () => {
  expect(inWords(planRun(wish, 120))).toMatch(
    /^500 generators for 11 minutes at most: up to \$\d\.\d\d, and about \$25\.00 for the system under test$/,
  );
});

test('nobody’s generator has more than a hundred people, also where they come as several', () =>
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3_000 }), fc.integer({ min: 0, max: 100 }), (runners, together) => {
      const { generators } = planRun({ ...wish, runners, together }, 120);
      expect(generators * 100).toBeGreaterThanOrEqual(runners);
      if (together === 100) expect(generators * 100).toBeGreaterThanOrEqual(2 * runners);
    }),
  ));

test('however many they are, all generators together write a hundred files a second at most', () =>
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), (runners) => {
      const { generators, tellEvery } = planRun({ ...wish, runners }, 120);
      expect(generators / tellEvery).toBeLessThanOrEqual(100);
    }),
    { numRuns: 20 },
  ));

test.each<[string, Partial<Wish>, number, RegExp]>([
  [
    'costs too much',
    {},
    10,
    /^This run needs 500 generators .* \$10\.00 are allowed: .* loadTest\.dollars \d\d in its environment\.$/,
  ],
  ['takes too long', { within: 3_600 }, 9_999, /^This run may take \d\d minutes; 60 are allowed\./],
  ['needs too many machines', { runners: 100_001 }, 9_999, /^This run needs 1001 generators; 1000 run at a time/],
])('a run that %s is refused with a sentence', (_, part, dollars, words) =>
  expect(() => allow(planRun({ ...wish, ...part }, 120), dollars)).toThrow(words),
);

test('what is within all bounds is allowed', () => expect(() => allow(planRun(wish, 120), 40)).not.toThrow());
