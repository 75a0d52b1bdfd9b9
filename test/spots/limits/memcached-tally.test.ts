import * as fc from 'fast-check';
import { uuid7 } from '../../../lambdas/platform/uuid';
import type { Amount } from '../../../lambdas/spots/limits/limits';
import { MemcachedTally } from '../../../lambdas/spots/limits/memcached-tally';
import { freshMemcached, patientMemcached } from '../../support/memcached';
import { openStores } from '../../support/stores';

const stores = openStores();
const fail = (error: unknown) => {
  throw error;
};
const tally = () => new MemcachedTally(stores.memcached, fail);
const seconds = 1200;
const amount = (who: string, at: number, much = 1): Amount => ({ who, much, at, seconds });

test('of many at once everybody gets another count', async () => {
  const who = uuid7();
  const counts = await Promise.all(Array.from({ length: 50 }, () => tally().add([amount(who, 0)])));
  expect(counts.flat().toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, n) => n + 1));
});

test('several are counted at once, each for itself', async () => {
  const [a, b] = [uuid7(), uuid7()];
  expect(await tally().add([amount(a, 0, 8), amount(b, 0)])).toEqual([8, 1]);
  expect(await tally().add([amount(b, 0, 2), amount(a, 0)])).toEqual([3, 9]);
});

test('what came to nothing is taken back where it was counted, also when a window has passed meanwhile', async () => {
  const who = uuid7();
  await tally().add([amount(who, 1199, 5)]);
  await tally().add([amount(who, 1200, 2)]);
  await tally().takeBack([amount(who, 1199, 3), amount(who, 1199)]);
  expect(await tally().add([amount(who, 1201)])).toEqual([1 + 2 + 1]);
});

/** Random steps: `after` seconds pass, then `much` is held, or the oldest unpaid hold is paid. */
const steps = fc.array(
  fc.record({ after: fc.integer({ min: 0, max: 900 }), much: fc.integer({ min: 1, max: 8 }), pays: fc.boolean() }),
  { minLength: 1, maxLength: 40 },
);

test('what was held within the window always counts, what is older than two never does, and what is paid for never', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 5000 }), steps, async (start, history) => {
      const who = uuid7();
      const unpaid: Amount[] = [];
      let now = start;
      for (const { after, much, pays } of history) {
        now += after;
        const oldest = pays ? unpaid.shift() : undefined;
        if (oldest) await tally().takeBack([oldest]);
        const one = amount(who, now, much);
        unpaid.push(one);
        const [counted = Number.NaN] = await tally().add([one]);
        const since = (instant: number) =>
          unpaid.filter(({ at }) => at > instant).reduce((sum, each) => sum + each.much, 0);
        expect(counted).toBeGreaterThanOrEqual(since(now - seconds));
        expect(counted).toBeLessThanOrEqual(since(now - 2 * seconds));
      }
    }),
    { numRuns: 60 },
  );
});

test('a cache that is lost forgets the limits and keeps nobody out; somebody is told', async () => {
  const server = await freshMemcached();
  const memcached = patientMemcached(server.url);
  const told: unknown[] = [];
  const lost = new MemcachedTally(memcached, (error) => told.push(error));
  await lost.add([amount('who', 0, 7)]);
  await server.stop();
  expect(await lost.add([amount('who', 0, 7)])).toEqual([0]);
  await lost.takeBack([amount('who', 0, 7)]);
  expect(told).toHaveLength(2);
  memcached.close();
});
