import type { Memcached } from '../../lambdas/platform/memcached/memcached';
import { MemcachedHeldSpots } from '../../lambdas/spots/memcached-held-spots';
import { type FreshMemcached, freshMemcached, patientMemcached } from '../support/memcached';

let servers: readonly FreshMemcached[];
let pools: readonly Memcached[];
let held: MemcachedHeldSpots;

beforeEach(async () => {
  servers = await Promise.all([freshMemcached(), freshMemcached()]);
  pools = servers.map(({ url }) => patientMemcached(url));
  held = new MemcachedHeldSpots(pools);
});
afterEach(async () => {
  for (const pool of pools) pool.close();
  await Promise.all(servers.map((server) => server.stop()));
});

test('one at a time has a spot dealt to a registration, with one zone lost too', async () => {
  expect(await Promise.all([held.begin('r1'), held.begin('r1'), held.begin('r2')])).toEqual([true, false, true]);
  await servers[0]?.stop();
  expect(await held.begin('r1')).toBe(false);
  await held.end('r1');
  expect(await held.begin('r1')).toBe(true);
});

test('with both zones lost nobody is kept waiting', async () => {
  await Promise.all(servers.map((server) => server.stop()));
  expect([await held.begin('r1'), await held.begin('r1')]).toEqual([true, true]);
});
