import { Socket } from 'node:net';
import { Cache } from '../../../lambdas/platform/cache/cache';
import { heldLoad, openFleet } from './fleet';

const fleet = openFleet();
const hour = { freshSeconds: 3600, processSeconds: 0 };
const keysOf = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `key:${from + i}`);
const valuesOf = (keys: readonly string[]) => new Map(keys.map((key) => [key, `value of ${key}`]));
const loader = () => jest.fn(async (keys: readonly string[]) => valuesOf(keys));

test('a hundred missing values are loaded by one call, and are then found by everybody with one write', async () => {
  const keys = keysOf(0, 100);
  const load = loader();
  expect(await fleet.process().getMany([...keys, ...keys], load, hour)).toEqual(valuesOf(keys));
  expect(load.mock.calls).toEqual([[keys]]);

  const memcached = fleet.client();
  const cache = new Cache(memcached);
  const write = jest.spyOn(Socket.prototype, 'write');
  await memcached.get('connects');
  const own = write.mock.contexts[write.mock.calls.findIndex(([sent]) => String(sent).includes('connects'))];
  write.mockClear();
  expect(await cache.getMany(keys, load, hour)).toEqual(valuesOf(keys));
  // Of this client alone: the process that loaded them may still be storing something.
  const written = write.mock.calls.filter((_, nth) => write.mock.contexts[nth] === own);
  expect(written.map(([sent]) => String(sent).split('mg ').length - 1)).toEqual([keys.length]);
  expect(load).toHaveBeenCalledTimes(1);
});

test('only what is missing is loaded', async () => {
  const cache = fleet.process();
  const load = loader();
  await cache.getMany(keysOf(0, 10), load, hour);
  await cache.get('key:12', async () => 'value of key:12', { ...hour, processSeconds: 60 });
  expect(await cache.getMany(keysOf(5, 15), load, hour)).toEqual(valuesOf(keysOf(5, 15)));
  expect(load.mock.calls[1]).toEqual([['key:10', 'key:11', 'key:13', 'key:14']]);
});

test('two processes that want each other’s values load each value once, and wait for nothing else', async () => {
  const processes = Array.from({ length: 6 }, () => fleet.process({ waitMs: 10_000 }));
  const load = loader();
  const wanted = processes.map((_, i) => (i % 2 === 0 ? keysOf(0, 60) : keysOf(30, 90).reverse()));
  const found = await Promise.all(processes.map((cache, i) => cache.getMany(wanted[i] ?? [], load, hour)));
  expect(found.map((values) => [...values.keys()].sort())).toEqual(wanted.map((keys) => [...keys].sort()));
  expect(load.mock.calls.flatMap(([keys]) => keys).sort()).toEqual(keysOf(0, 90).sort());
});

test('two processes of which each won what the other waits for do not wait for each other', async () => {
  const bothWon = heldLoad<void>();
  let won = 0;
  const processes = ['mine', 'yours'].map((first) => {
    const memcached = fleet.client();
    const fetch = memcached.fetch.bind(memcached);
    jest.spyOn(memcached, 'fetch').mockImplementation(async (key, options) => {
      if (key !== first) await bothWon.load();
      const fetched = await fetch(key, options);
      if (key === first && ++won === 2) bothWon.finish();
      return fetched;
    });
    return new Cache(memcached, { waitMs: 10_000 });
  });
  const load = loader();
  const keys = ['mine', 'yours'];
  expect(await Promise.all(processes.map((cache) => cache.getMany(keys, load, hour)))).toEqual([
    valuesOf(keys),
    valuesOf(keys),
  ]);
  expect(load.mock.calls.flatMap(([missing]) => missing).sort()).toEqual(keys);
});

test('a caller that asks for one of many meanwhile shares its load', async () => {
  const cache = fleet.process();
  const load = loader();
  const [many, one] = await Promise.all([
    cache.getMany(keysOf(0, 5), load, hour),
    cache.get('key:3', async () => 'loaded alone', hour),
  ]);
  expect([many.get('key:3'), one]).toEqual(['value of key:3', 'value of key:3']);
});

test('a key without a value is left out, and is not loaded again', async () => {
  const load = jest.fn(async () => new Map([['there', 1]]));
  for (const cache of [fleet.process(), fleet.process()])
    expect(await cache.getMany(['there', 'not there'], load, hour)).toEqual(new Map([['there', 1]]));
  expect(load).toHaveBeenCalledTimes(1);
});

test('an error reaches the caller, and is forgotten at once', async () => {
  const cache = fleet.process();
  await expect(cache.getMany(keysOf(0, 3), () => Promise.reject(new Error('no database')), hour)).rejects.toThrow(
    'no database',
  );
  expect(await cache.getMany(keysOf(0, 3), loader(), hour)).toEqual(valuesOf(keysOf(0, 3)));
});

test('without memcached one call loads them all, more than may be loaded at once', async () => {
  const cache = fleet.process({ maxLoads: 2, maxWaiting: 0 });
  await fleet.stop();
  const load = loader();
  expect(await cache.getMany(keysOf(0, 50), load, hour)).toEqual(valuesOf(keysOf(0, 50)));
  expect(load).toHaveBeenCalledTimes(1);
});

test('of no keys there are no values, and nobody is asked', async () => {
  const load = loader();
  expect(await fleet.process().getMany([], load, hour)).toEqual(new Map());
  expect(load).not.toHaveBeenCalled();
});
