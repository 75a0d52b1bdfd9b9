import { Cache } from '../../../lambdas/platform/cache/cache';
import { entryOf } from '../../../lambdas/platform/cache/entry';
import type { Memcached } from '../../../lambdas/platform/memcached/memcached';
import { until } from '../../support/until';
import { heldLoad, longWait, openFleet, skip } from './fleet';

const fleet = openFleet();
const { client } = fleet;
const later = <T>(value: T, ms = 50) => new Promise<T>((resolve) => setTimeout(() => resolve(value), ms));
const hour = { freshSeconds: 3600 };

test('a hundred callers of a cold key in two processes are one load', async () => {
  const [here, there] = [new Cache(client(), longWait), new Cache(client(), longWait)];
  const load = jest.fn(() => later({ name: 'Spring Run' }));
  const values = await Promise.all(
    Array.from({ length: 100 }, (_, i) => (i % 2 ? here : there).get('race', load, hour)),
  );
  expect(load).toHaveBeenCalledTimes(1);
  expect(values).toEqual(values.map(() => ({ name: 'Spring Run' })));
});

test('a warm value costs no load, and no request for as long as the process may hold it', async () => {
  const memcached = client();
  const fetched = jest.spyOn(memcached, 'fetch');
  const cache = new Cache(memcached, { promotion: { threshold: 1, windowSeconds: 10 } });
  const load = jest.fn(async () => 7);
  for (let i = 0; i < 10; i++) await cache.get('held', load, { ...hour, processSeconds: 60 });
  expect(fetched).toHaveBeenCalledTimes(1);
  for (let i = 0; i < 10; i++) await cache.get('asked', load, { ...hour, processSeconds: 0 });
  expect(fetched).toHaveBeenCalledTimes(11);
  expect(load).toHaveBeenCalledTimes(2);
});

test('without memcached everybody is served: one load for each key, and only a few at a time', async () => {
  await fleet.stop();
  const cache = new Cache(client(), { maxLoads: 3 });
  let running = 0;
  let most = 0;
  const load = jest.fn(async () => {
    most = Math.max(most, ++running);
    await later(undefined, 10);
    running -= 1;
    return 'loaded';
  });
  const values = await Promise.all(Array.from({ length: 100 }, (_, i) => cache.get(`key:${i % 20}`, load, hour)));
  expect(values).toEqual(values.map(() => 'loaded'));
  expect(load).toHaveBeenCalledTimes(20);
  expect(most).toBe(3);
});

test('an error reaches everybody who waited and is forgotten at once', async () => {
  const [here, there] = [new Cache(client()), new Cache(client(), longWait)];
  const broken = jest.fn(() => later(undefined, 20).then(() => Promise.reject(new Error('no database'))));
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => here.get('a', broken, hour)));
  expect(outcomes.every((one) => one.status === 'rejected' && one.reason.message === 'no database')).toBe(true);
  expect(broken).toHaveBeenCalledTimes(1);
  const start = Date.now();
  expect(await there.get('a', async () => 'back', hour)).toBe('back');
  expect(Date.now() - start).toBeLessThan(5_000);
});

test.each([
  ['nonsense', async () => 'garbage'],
  ['nothing', async () => ''],
  ['the value of another key', async (memcached: Memcached) => String(await memcached.get('b'))],
  [
    'a value with one letter changed',
    async (memcached: Memcached) => String(await memcached.get('a')).replace('right', 'wrong'),
  ],
  ['bytes that are no text', async () => Buffer.from([0xff, 0xfe, 0x00])],
])('%s in memcached is a miss', async (_, planted) => {
  const memcached = client();
  const cache = new Cache(memcached);
  const always = { ...hour, processSeconds: 0 };
  await cache.get('a', async () => 'right', always);
  await cache.get('b', async () => 'b', always);
  // As long as the real one takes; otherwise its refresh would hide that a stale value was used.
  await memcached.set('a', await planted(memcached), hour.freshSeconds);
  expect(await cache.get('a', async () => 'again', always)).toBe('again');
  expect(await cache.get('a', async () => 'never', always)).toBe('again');
});

test('a winner who died is not waited for longer than a moment', async () => {
  const memcached = client();
  await memcached.fetch('a', { vivifySeconds: 60 });
  const start = Date.now();
  expect(await new Cache(memcached, { waitMs: 100 }).get('a', async () => 'loaded', hour)).toBe('loaded');
  expect(Date.now() - start).toBeLessThan(10_000);
  expect(await new Cache(client()).get('a', async () => 'never', hour)).toBe('loaded');
});

test('one caller refreshes a value that grows old; when it cannot, the old one still serves', async () => {
  const fleet = Array.from({ length: 4 }, () => new Cache(client()));
  const fresh = { freshSeconds: 100, processSeconds: 0 };
  await fleet[0]?.get('a', async () => 'old', fresh);
  const text = String(await client().get('a'));
  await client().set('a', text, 15); // 15 of its hundred seconds are left
  const slow = heldLoad<string>();
  const load = jest.fn(slow.load);
  const served: string[] = [];
  const reads = fleet.map(async (cache) => served.push(await cache.get('a', load, fresh)));
  await until(() => served.length === 3);
  slow.finish('new');
  await Promise.all(reads);
  expect(served).toEqual(['old', 'old', 'old', 'new']);
  expect(load).toHaveBeenCalledTimes(1);

  await client().set('a', text, 15);
  const broken = jest.fn(() => Promise.reject(new Error('no database')));
  expect(await Promise.all(fleet.map((cache) => cache.get('a', broken, fresh)))).toEqual(['old', 'old', 'old', 'old']);
  expect(broken).toHaveBeenCalledTimes(1);
});

test.each([
  ['the process that loads', 0],
  ['another process', 1],
])('what %s invalidated during its load is not kept', async (_, who) => {
  const processes = [fleet.process(), fleet.process()];
  const [loading] = processes;
  const slow = heldLoad<string>();
  const reading = loading?.get('a', slow.load, { ...hour, processSeconds: 60 });
  await until(slow.hasBegun);
  await processes[who]?.invalidate('a');
  slow.finish('before the change');
  expect(await reading).toBe('before the change');
  for (const cache of processes)
    expect(await cache.get('a', async () => 'after the change', { ...hour, processSeconds: 60 })).toBe(
      'after the change',
    );
});

test('a value past its time is not believed, even if memcached has not noticed', async () => {
  await client().set('a', entryOf('a', 'old', Date.now() - 3_700_000).text, 3600);
  expect(await fleet.process().get('a', async () => 'new', hour)).toBe('new');
  expect(await fleet.process().get('a', async () => 'never', hour)).toBe('new');
});

test('nobody can change what others are given', async () => {
  const cache = new Cache(client());
  const value = await cache.get('a', async () => ({ prices: [1] }), hour);
  expect(() => value.prices.push(2)).toThrow(TypeError);
});

test('that there is nothing is remembered by everybody, for a short time', async () => {
  const load = jest.fn(async (): Promise<string | undefined> => undefined);
  const processes = [fleet.process(), fleet.process()];
  const readAll = async () => {
    for (const cache of [...processes, ...processes, ...processes])
      expect(await cache.get('none', load, { ...hour, missingSeconds: 10 })).toBeUndefined();
  };
  await readAll();
  expect(load).toHaveBeenCalledTimes(1);
  skip(13_000);
  await readAll();
  expect(load).toHaveBeenCalledTimes(2);
});

test('what a cache did can be read from its statistics', async () => {
  const [here, there] = [fleet.process({ promotion: { threshold: 1, windowSeconds: 10 } }), fleet.process()];
  const before = here.statistics();
  await Promise.all([here.get('a', () => later(1), hour), here.get('a', () => later(1), hour)]);
  await here.get('a', () => later(1), hour);
  await there.get('a', () => later(1), hour);
  const slow = heldLoad<number>();
  const loading = here.get('b', slow.load, hour);
  await until(slow.hasBegun);
  const waiting = there.get('b', async () => 3, hour);
  await until(() => there.statistics().waits === 1);
  slow.finish(2);
  expect(await Promise.all([loading, waiting])).toEqual([2, 2]);
  expect(here.statistics()).toMatchObject({ processHits: 1, joined: 1, misses: 2, loads: 2, promotions: 2, waits: 0 });
  expect(there.statistics()).toMatchObject({ processHits: 0, memcachedHits: 2, misses: 0, loads: 0, waits: 1 });
  expect(before).toMatchObject({ processHits: 0, loads: 0 });
});

test('the process holds no more than it was given room for', async () => {
  const memcached = client();
  const fetched = jest.spyOn(memcached, 'fetch');
  const cache = new Cache(memcached, { maxBytes: 10_000, promotion: { threshold: 1, windowSeconds: 10 } });
  for (let i = 0; i < 20; i++)
    await cache.get(`key:${i}`, async () => 'x'.repeat(1000), { ...hour, processSeconds: 60 });
  await cache.get('key:19', async () => '', { ...hour, processSeconds: 60 });
  expect(fetched).toHaveBeenCalledTimes(20);
  await cache.get('key:0', async () => '', { ...hour, processSeconds: 60 });
  expect(fetched).toHaveBeenCalledTimes(21);
});
