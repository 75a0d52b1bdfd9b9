import { exploreUnits } from './explore';
import { unitMutants, unitWorlds } from './worlds';

/** Milliseconds. Generous, because other tests use the core too. */
const timeoutMs = 60_000;

/** Every reachable state of small pools, whatever the cache says and whenever a block ends. */
test.each(unitWorlds)(
  '$what: no unit is given twice or lost, and nobody goes without while one is left ($states states and more)',
  ({ states: least, world }) => {
    const { violation, isComplete, states, ends } = exploreUnits(world);
    expect(violation).toBeUndefined();
    expect(isComplete).toBe(true);
    expect(states).toBeGreaterThan(least);
    expect(ends).toBeGreaterThan(0);
  },
  timeoutMs,
);

/** Each of these worlds is one of those above, or a part of one. */
test.each(unitMutants)('without "$guard" it is not so: $violates', ({ rules, world, violates }) => {
  const { violation } = exploreUnits(world, rules);
  expect(violation?.of).toBe(violates);
  expect(violation?.trace).not.toEqual([]);
});
