import type { Hold } from '../../../lambdas/domain/hold';
import type { Memcached } from '../../../lambdas/platform/memcached/memcached';
import { MemcachedHeldSpots } from '../../../lambdas/spots/holds/memcached-held-spots';
import { type FreshMemcached, freshMemcached, patientMemcached } from '../../support/memcached';

const holdOf = (registrationId: string): Hold => ({
  registrationId,
  raceId: 'harbour',
  eventId: 'ten',
  block: 'b',
  spot: 7,
  sessionHash: 's1',
  quote: { currency: 'EUR', lines: [], total: 0 },
  waiverHash: 'w1',
  expiresAt: 1,
});

let servers: readonly FreshMemcached[];
let pools: readonly Memcached[];
let held: MemcachedHeldSpots;
let counted: string[];

beforeEach(async () => {
  counted = [];
  servers = await Promise.all([freshMemcached(), freshMemcached()]);
  pools = servers.map(({ url }) => patientMemcached(url));
  held = new MemcachedHeldSpots(pools, (what) => void counted.push(what));
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

test('what is kept in one zone is kept; what is kept in none is not, and is counted', async () => {
  const spot = { hold: holdOf('r1'), token: 'token' };
  await servers[0]?.stop();
  expect(await held.keep(spot, 60)).toBe(true);
  expect(await held.find('r1')).toEqual(spot);
  expect(counted).toEqual([]);
  await servers[1]?.stop();
  expect(await held.keep(spot, 60)).toBe(false);
  expect(counted).toEqual(['HeldSpotsUnanswered']);
});
