import './silence';
import { checkHistory } from './checks/check-history';
import { simulate } from './simulate';
import { count, emptyTally, rarePaths } from './tally';
import { outages, strikes } from './world/fault-plan';

/** As many as a quarter of a minute of a slow core allows: `npm run simulate` runs any number. */
const worlds = 300;

test('in hundreds of worlds where everything goes wrong nothing is sold twice, nobody is charged in vain, and all come to rest', async () => {
  const tally = emptyTally();
  const broken: string[] = [];
  for (let seed = 1; seed <= worlds; seed++) {
    const history = await simulate(seed);
    count(tally, history);
    for (const { invariant, what, step } of checkHistory(history))
      broken.push(`${invariant}: ${what} (step ${step}; npm run simulate -- --seed ${seed} --trace)`);
  }
  expect(broken).toEqual([]);

  // A fault that never happened, and a path that was never taken, prove nothing.
  expect([...strikes, ...outages].filter((fault) => tally.faults[fault] === 0)).toEqual([]);
  expect(rarePaths.filter((path) => tally.paths[path] === 0)).toEqual([]);
}, 300_000);

test('the same seed gives the same history, word for word, and another seed another one', async () => {
  const [once, again, other] = [await simulate(7), await simulate(7), await simulate(8)];
  expect(again).toEqual(once);
  expect(other).not.toEqual(once);
  expect(JSON.parse(JSON.stringify(once))).toEqual(once);
});
