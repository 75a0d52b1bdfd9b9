import { Cache } from '../../../lambdas/platform/cache/cache';
import { openFleet } from './fleet';

const fleet = openFleet();
const always = { freshSeconds: 3600, processSeconds: 0 };

test('a request asks for a key once and keeps its answer, the next request asks again', async () => {
  const memcached = fleet.client();
  const cache = new Cache(memcached);
  await cache.get('a', async () => 'first', always);
  const request = cache.forRequest();
  const { requests } = memcached.statistics();
  const read = () => request.get('a', async () => 'second', always);
  expect(await Promise.all([read(), read()])).toEqual(['first', 'first']);
  await cache.invalidate('a');
  expect(await read()).toBe('first');
  expect(memcached.statistics().requests).toBe(requests + 2); // one read, one deletion
  expect(await cache.forRequest().get('a', async () => 'second', always)).toBe('second');
});

test('a request keeps no more than its bytes, and asks again for the rest', async () => {
  const memcached = fleet.client();
  const request = new Cache(memcached).forRequest({ maxBytes: 1000 });
  const asked = jest.spyOn(memcached, 'fetch');
  for (const key of ['a', 'b', 'a', 'b', 'b']) await request.get(key, async () => 'x'.repeat(600), always);
  expect(asked.mock.calls.map(([key]) => key)).toEqual(['a', 'b', 'b', 'b']);
});

test('an error is not the answer for the rest of the request', async () => {
  const request = fleet.process().forRequest();
  await expect(request.get('a', () => Promise.reject(new Error('no database')), always)).rejects.toThrow();
  expect(await request.get('a', async () => 'back', always)).toBe('back');
});
