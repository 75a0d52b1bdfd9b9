import type { Memcached } from '../../lambdas/platform/memcached/memcached';
import { openMemcached } from '../../lambdas/platform/memcached/open-memcached';
import { MemcachedOutcomes } from '../../lambdas/registration/show/memcached-outcomes';
import { type FreshMemcached, freshMemcached } from '../support/memcached';

let server: FreshMemcached;
let memcached: Memcached;
beforeAll(async () => {
  server = await freshMemcached();
  memcached = openMemcached(server.url);
});
afterAll(async () => {
  memcached.close();
  await server.stop();
});

test('how long those of a race wait for the writer is remembered beside the outcomes, for each race', async () => {
  const outcomes = new MemcachedOutcomes(memcached);
  await outcomes.put(
    [],
    new Map([
      ['harbour', 94],
      ['hills', 0],
    ]),
  );
  expect(await Promise.all(['harbour', 'hills', 'woods'].map((raceId) => outcomes.lag(raceId)))).toEqual([
    94,
    0,
    undefined,
  ]);
  await outcomes.put([], new Map([['harbour', 3]]));
  expect(await outcomes.lag('harbour')).toBe(3);
});

test('what is no number of seconds says nothing', async () => {
  await memcached.set('lag:harbour', 'soon', 10);
  expect(await new MemcachedOutcomes(memcached).lag('harbour')).toBeUndefined();
});
