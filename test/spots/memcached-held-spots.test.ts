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

test('of many at once everybody gets another count', async () => {
  const counts = await Promise.all(Array.from({ length: 50 }, () => held.count('session:a', 1)));
  expect(counts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, n) => n + 1));
});

test('what came to nothing is not counted', async () => {
  for (let n = 0; n < 3; n++) await held.count('session:a', 1);
  await held.countBack('session:a', 1);
  expect(await held.count('session:a', 1)).toBe(3);
});

test('several spots are counted at once, and counted back at once', async () => {
  expect(await held.count('session:a', 8)).toBe(8);
  expect(await held.count('session:a', 3)).toBe(11);
  await held.countBack('session:a', 8);
  expect(await held.count('session:a', 1)).toBe(4);
});

test('one zone lost is not noticed; with both lost nobody is kept out', async () => {
  for (let n = 0; n < 3; n++) await held.count('session:a', 1);
  await servers[0]?.stop();
  expect(await held.count('session:a', 1)).toBe(4);
  await servers[1]?.stop();
  expect(await held.count('session:a', 1)).toBe(0);
  await held.countBack('session:a', 1);
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
