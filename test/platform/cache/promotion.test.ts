import { Cache } from '../../../lambdas/platform/cache/cache';
import type { MemcachedClient } from '../../../lambdas/platform/memcached/open-memcached';
import { openFleet, skip } from './fleet';

const fleet = openFleet();
const hour = { freshSeconds: 3600 };
const load = async () => 'value';

/** Drops what memcached says about other requests for the key, or replaces it by `askedSecondsAgo`. */
const hearing = (memcached: MemcachedClient, askedSecondsAgo?: number) => {
  const fetch = memcached.fetch.bind(memcached);
  return jest.spyOn(memcached, 'fetch').mockImplementation(async (key, options) => {
    const { askedSecondsAgo: _, ...fetched } = await fetch(key, options);
    return { ...fetched, ...(askedSecondsAgo !== undefined && { askedSecondsAgo }) };
  });
};

test('a value asked for seldom stays in memcached; the third time within ten seconds the process holds it', async () => {
  const memcached = fleet.client();
  const fetch = hearing(memcached);
  const cache = new Cache(memcached, { promotion: { threshold: 3, windowSeconds: 10 } });
  const minute = { ...hour, processSeconds: 60 };
  for (let i = 0; i < 10; i++) await cache.get('often', load, minute);
  expect(fetch).toHaveBeenCalledTimes(3);
  for (let i = 0; i < 4; i++) {
    await cache.get('seldom', load, minute);
    skip(20_000);
  }
  expect(fetch).toHaveBeenCalledTimes(7);
  expect(cache.statistics()).toMatchObject({ promotions: 1, processHits: 7, memcachedHits: 5, loads: 2 });
});

test('what the fleet asks for often a new process holds at once, with no request but the one for the value', async () => {
  const others = fleet.process();
  for (let i = 0; i < 3; i++) await others.get('hot', load, { ...hour, processSeconds: 0 });
  const memcached = fleet.client();
  const cache = new Cache(memcached);
  for (let i = 0; i < 10; i++) await cache.get('hot', load, { ...hour, processSeconds: 60 });
  expect(memcached.statistics()).toMatchObject({ requests: 1, hits: 1 });
  expect(cache.statistics()).toMatchObject({ promotions: 1, processHits: 9 });
});

test('what others asked for long ago is not asked for often', async () => {
  await fleet.process().get('a', load, hour);
  const [lately, longAgo] = [fleet.client(), fleet.client()];
  hearing(lately, 3);
  hearing(longAgo, 4);
  const promotion = { threshold: 3, windowSeconds: 10 };
  const caches = [new Cache(lately, { promotion }), new Cache(longAgo, { promotion })];
  for (const cache of caches) await cache.get('a', load, hour);
  expect(caches.map((cache) => cache.statistics().promotions)).toEqual([1, 0]);
});

test('a value is held no longer than it was allowed to, and with no seconds never', async () => {
  const memcached = fleet.client();
  const cache = new Cache(memcached, { promotion: { threshold: 1, windowSeconds: 10 } });
  await cache.get('a', load, { ...hour, processSeconds: 5 });
  skip(4900);
  await cache.get('a', load, { ...hour, processSeconds: 5 });
  expect(memcached.statistics().requests).toBe(3); // one lookup, one claim, one store
  skip(200);
  await cache.get('a', load, { ...hour, processSeconds: 5 });
  expect(memcached.statistics().requests).toBe(4);
  for (let i = 0; i < 5; i++) await cache.get('b', load, { ...hour, processSeconds: 0 });
  expect(memcached.statistics().requests).toBe(11);
});

test('in the last fifth of its time a value is not held any more, so that somebody refreshes it', async () => {
  const memcached = fleet.client();
  const cache = new Cache(memcached, { promotion: { threshold: 1, windowSeconds: 10 } });
  const fresh = { freshSeconds: 100, processSeconds: 100 };
  await cache.get('a', load, fresh);
  skip(79_000);
  await cache.get('a', load, fresh);
  expect(cache.statistics().processHits).toBe(1);
  skip(2000);
  await cache.get('a', load, fresh);
  expect(cache.statistics()).toMatchObject({ processHits: 1, memcachedHits: 1 });
});
