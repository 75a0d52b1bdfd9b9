import { markInAll } from '../../../lambdas/platform/memcached/mark-in-all';
import type { Memcached } from '../../../lambdas/platform/memcached/memcached';
import { type FreshMemcached, freshMemcached, memcachedWith, patientMemcached } from '../../support/memcached';

let servers: readonly FreshMemcached[];
let pools: readonly Memcached[];
beforeEach(async () => {
  servers = await Promise.all([freshMemcached(), freshMemcached()]);
  pools = servers.map(({ url }) => patientMemcached(url));
});
afterEach(async () => {
  for (const pool of pools) pool.close();
  await Promise.all(servers.map((server) => server.stop()));
});

/** The same pool, over a slow line. */
const slow = (pool: Memcached): Memcached =>
  memcachedWith(pool, {
    add: async (...args) => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return pool.add(...args);
    },
  });

test('of two that begin at once one is first, whichever zone is nearer to each of them', async () => {
  const [one, two] = pools;
  if (!one || !two) throw new Error('two pools are needed');
  const firsts = await Promise.all([markInAll([slow(one), two], 'a', 5), markInAll([one, slow(two)], 'a', 5)]);
  expect(firsts.filter(Boolean)).toHaveLength(1);
});

test('one zone may be lost; with both lost nobody can tell', async () => {
  await servers[0]?.stop();
  expect([await markInAll(pools, 'a', 5), await markInAll(pools, 'a', 5)]).toEqual([true, false]);
  await servers[1]?.stop();
  await expect(markInAll(pools, 'b', 5)).rejects.toThrow();
});

test('who was first while a zone was away is first', async () => {
  const [one, two] = pools;
  if (!one || !two) throw new Error('two pools are needed');
  expect([await markInAll([two], 'a', 5), await markInAll([one, two], 'a', 5)]).toEqual([true, false]);
});
