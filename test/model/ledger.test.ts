import { explore } from './explore';
import { smallWorlds } from './worlds';

/** Milliseconds. Generous, because other tests use the core too. */
const timeoutMs = 120_000;

/**
 * Every reachable state of a small event, whatever happens to the cache, the queues, the processor and the clocks, and
 * whenever a process crashes. `npm run model` explores the larger worlds.
 */
test.each(smallWorlds)(
  '$what: nothing is given twice, nothing is lost ($states states and more)',
  ({ states: least, world }) => {
    const { violation, isComplete, states, ends } = explore(world);
    expect(violation).toBeUndefined();
    expect(isComplete).toBe(true);
    expect(states).toBeGreaterThan(least);
    expect(ends).toBeGreaterThan(0);
  },
  timeoutMs,
);
