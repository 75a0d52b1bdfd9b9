import * as v from 'valibot';
import { combined, crowdOf, emptyCrowd } from '../../lambdas/capacity/crowd';
import { forecast } from '../../lambdas/capacity/forecast';
import { orderMessage } from '../../lambdas/capacity/messages';
import { needAt } from '../../lambdas/capacity/need';

const opensAt = new Date('2027-03-01T10:00:00Z');
const opening = (hasForm: boolean) => ({ raceId: 'r', opensAt, spots: 5000, interest: 50_000, hasForm });

test('those who have a spot in a race with a form ask for a quote, and in a plain race nobody does', () => {
  expect(crowdOf(opening(true))).toEqual({ runners: 50_000, spots: 5000, quoting: 5000 });
  expect(crowdOf(opening(false))).toEqual({ runners: 50_000, spots: 5000 });
  const both = combined(crowdOf(opening(true)), crowdOf(opening(false)));
  expect(both).toEqual({ runners: 100_000, spots: 10_000, quoting: 5000 });
  expect(combined(emptyCrowd, crowdOf(opening(false)))).not.toHaveProperty('quoting');
  const { environments, requestsPerSecond } = forecast(both).functions['quote-registration'];
  expect([environments, Math.round(requestsPerSecond)]).toEqual([11, 83]);
});

test('quoting is warmed before a race with a form opens; before another one a single environment is', () => {
  const warmFor = (hasForm: boolean) => needAt([opening(hasForm)], opensAt).environments['quote-registration'];
  expect([warmFor(true), warmFor(false)]).toEqual([11, 1]);
});

test('an order of the release before names no quotes, and is carried out', () => {
  const { 'quote-registration': _, ...environments } = needAt([opening(false)], opensAt).environments;
  const order = { at: opensAt.toISOString(), due: true, need: { environments, acu: 1 } };
  expect(v.parse(orderMessage, order).need.environments).toMatchObject({ ...environments, 'quote-registration': 0 });
});
