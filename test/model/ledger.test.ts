import { explore } from './explore';
import { smallWorlds } from './worlds';

/** Milliseconds: others may need the core, too. */
const patience = 120_000;

/**
 * Every state that a small event can get into, whatever the cache, the queues, the processor and the clocks do, and
 * whenever somebody crashes. `npm run model` goes to the larger ones.
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
  patience,
);
