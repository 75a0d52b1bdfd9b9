import type { Outcome } from '../../../loadtest/people/outcome';
import { groupsOf, outcomeCounts } from '../../../loadtest/report/figures';

const alone: Outcome = { kind: 'confirmed', registrationId: 'a', eventId: 'e', number: 1, total: 4500 };
const pair: Outcome = {
  ...alone,
  number: 2,
  total: 9000,
  companions: [{ registrationId: 'b', number: 3 }],
  people: 2,
  stayedHome: 0,
};

test('people are counted, not the browsers they sit at', () => {
  const outcomes: readonly Outcome[] = [alone, pair, { ...pair, stayedHome: 2 }, { kind: 'sold-out', people: 3 }];
  expect(outcomeCounts(outcomes)).toEqual([
    { name: 'confirmed', runners: 5 },
    { name: 'stayed-home', runners: 2 },
    { name: 'sold-out', runners: 3 },
  ]);
});

test('of those who came together it is told how many are in, and how many without all who came', () => {
  const reduced: Outcome = { ...alone, people: 1, stayedHome: 2 };
  expect(groupsOf([alone, pair, reduced, { kind: 'sold-out', people: 3, stayedHome: 0 }])).toEqual({
    came: 3,
    people: 8,
    registered: 1,
    withFewer: 1,
  });
  expect(groupsOf([alone, { kind: 'sold-out' }])).toBeUndefined();
});
