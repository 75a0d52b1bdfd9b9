import type { Hold } from '../../../lambdas/domain/hold';
import type { Memcached } from '../../../lambdas/platform/memcached/memcached';
import { ring } from '../../../lambdas/platform/memcached/ring';
import { uuid7 } from '../../../lambdas/platform/uuid';
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
  const begun = await Promise.all([held.begin('r1'), held.begin('r1'), held.begin('r2')]);
  expect(begun.map(({ isFirst }) => isFirst)).toEqual([true, false, true]);
  await servers[0]?.stop();
  expect(await held.begin('r1')).toMatchObject({ isFirst: false });
  await held.end('r1');
  expect(await held.begin('r1')).toMatchObject({ isFirst: true });
});

test('with both zones lost nobody is kept waiting', async () => {
  await Promise.all(servers.map((server) => server.stop()));
  const first = { isFirst: true, before: undefined };
  expect([await held.begin('r1'), await held.begin('r1')]).toEqual([first, first]);
  expect(counted).toEqual(['HeldSpotsUnanswered', 'HeldSpotsUnanswered']);
});

test('what is kept in one zone is kept; what is kept in none is not, and is counted', async () => {
  const spot = { hold: holdOf('r1'), token: 'token' };
  await servers[0]?.stop();
  expect(await held.keep(spot, 60)).toBe(true);
  expect(await held.begin('r1')).toEqual({ isFirst: true, before: spot });
  expect(counted).toEqual([]);
  await servers[1]?.stop();
  expect(await held.keep(spot, 60)).toBe(false);
  expect(counted).toEqual(['HeldSpotsUnanswered']);
});

test('a caller that waits gets what the first one kept, even when only the second zone has it', async () => {
  const spot = { hold: holdOf('r1'), token: 'token' };
  const [, second] = pools;
  if (!second) throw new Error('two pools are needed');
  await held.begin('r1');
  expect(await held.begin('r1')).toEqual({ isFirst: false, before: undefined });
  await new MemcachedHeldSpots([second], () => undefined).keep(spot, 60);
  expect(await held.begin('r1')).toEqual({ isFirst: false, before: spot });
});

test('keeping a hold ends the turn, and the next caller gets what was kept', async () => {
  const spot = { hold: holdOf('r1'), token: 'token' };
  await held.begin('r1');
  expect(await held.keepAndEnd(spot, 60)).toBe(true);
  expect(await held.begin('r1')).toEqual({ isFirst: true, before: spot });
});

test('each zone is marked before it is read, and a hold is written before its turn ends, on the node of its mark', async () => {
  const nodeOf = ring(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'], (name) => name);
  const asked: string[] = [];
  const noted = (pool: Memcached): Memcached =>
    new Proxy(pool, {
      get: (of, what: 'get' | 'set' | 'add' | 'delete') => (key: string, value: string, seconds: number) => {
        asked.push(`${what} ${nodeOf(key)}`);
        return of[what](key, value, seconds);
      },
    });
  const [first] = pools;
  if (!first) throw new Error('a pool is needed');
  const alone = new MemcachedHeldSpots([noted(first)], () => undefined);
  for (const id of Array.from({ length: 20 }, () => uuid7())) {
    asked.length = 0;
    await alone.begin(id);
    await alone.keepAndEnd({ hold: holdOf(id), token: 'token' }, 60);
    expect(asked).toEqual(['add', 'get', 'set', 'delete'].map((what) => `${what} ${nodeOf(`held:${id}`)}`));
  }
});
