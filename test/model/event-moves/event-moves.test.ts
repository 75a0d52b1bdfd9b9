import { exploreMoves } from './explore';
import { moveMutants, moveWorlds } from './worlds';

/** Milliseconds. Generous, because other tests use the core too. */
const timeoutMs = 60_000;

/** Every reachable state, whenever a block ends and in whatever order messages come. */
test.each(moveWorlds)(
  '$what: one spot before and after, and charged exactly if moved ($states states and more)',
  ({ states: least, world }) => {
    const { violation, isComplete, states, ends } = exploreMoves(world);
    expect(violation).toBeUndefined();
    expect(isComplete).toBe(true);
    expect(states).toBeGreaterThan(least);
    expect(ends).toBeGreaterThan(0);
  },
  timeoutMs,
);

test.each(moveMutants)('without "$guard" it is not so: $violates', ({ guard, world, violates }) => {
  const { violation } = exploreMoves(world, { without: guard });
  expect(violation?.of).toBe(violates);
  expect(violation?.trace).not.toEqual([]);
});
