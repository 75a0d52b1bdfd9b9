import { Cache } from '../../../lambdas/platform/cache/cache';
import { until } from '../../support/until';
import { heldLoad, openFleet, skip } from './fleet';

const fleet = openFleet();
const race = { freshSeconds: 3600, group: 'race:1' };

test('one write makes everybody forget fifty values of a race, and nothing else', async () => {
  const [editor, reader] = [fleet.client(), fleet.process()];
  const editing = new Cache(editor);
  const keys = Array.from({ length: 50 }, (_, i) => `page:${i}`);
  const load = (keys: readonly string[]) => Promise.resolve(new Map(keys.map((key) => [key, 'value'])));
  const readAll = async () => {
    await reader.getMany(keys, load, race);
    await reader.get('other race', async () => 'value', { ...race, group: 'race:2' });
    await reader.get('no race', async () => 'value', { freshSeconds: 3600 });
  };
  await readAll();
  await readAll();
  expect(reader.statistics()).toMatchObject({ misses: 52 });

  await editing.invalidateGroup('race:1');
  expect(editor.statistics().requests).toBe(1);
  skip(1001);
  await readAll();
  expect(reader.statistics()).toMatchObject({ misses: 102 });
});

test('the process that edited sees the new at once, the others within a second, however long they may hold', async () => {
  const [here, there] = [fleet.process(), fleet.process()];
  let page = 'old';
  const read = (cache: Cache) => cache.get('page', async () => page, race);
  for (let i = 0; i < 4; i++) expect(await Promise.all([here, there].map(read))).toEqual(['old', 'old']);
  expect(there.statistics().promotions).toBeGreaterThan(0);

  page = 'new';
  await here.invalidateGroup('race:1');
  expect(await read(here)).toBe('new');
  skip(1001);
  expect(await read(there)).toBe('new');
});

test('while nobody edits, a page that is often read costs one question a second: for the stamp', async () => {
  const memcached = fleet.client();
  const cache = new Cache(memcached);
  const read = () => cache.get('page', async () => 'page', { ...race, settleSeconds: 0 });
  for (let i = 0; i < 5; i++) await read();
  const { requests } = memcached.statistics();
  for (let second = 0; second < 10; second++) {
    skip(1001);
    for (let i = 0; i < 20; i++) await read();
  }
  expect(memcached.statistics().requests).toBe(requests + 10);
});

test('an edit while a load is under way: what it brings is nobody else’s answer', async () => {
  const [here, there] = [fleet.process(), fleet.process()];
  const slow = heldLoad<string>();
  const reading = there.get('page', slow.load, race);
  await until(slow.hasBegun);
  await here.invalidateGroup('race:1');
  slow.finish('before the edit');
  expect(await reading).toBe('before the edit');
  expect(await here.get('page', async () => 'after the edit', race)).toBe('after the edit');
  skip(1001);
  expect(await there.get('page', async () => 'never', race)).toBe('after the edit');
});

test('a stamp that was being read while its own process edited is not held', async () => {
  const memcached = fleet.client();
  const cache = new Cache(memcached);
  await cache.get('page', async () => 'old', race);
  const get = memcached.get.bind(memcached);
  const late = heldLoad<void>();
  jest.spyOn(memcached, 'get').mockImplementationOnce(async (key) => {
    const stamp = await get(key);
    await late.load();
    return stamp;
  });
  skip(1001);
  const reading = cache.get('page', async () => 'old', race);
  await until(late.hasBegun);
  await cache.invalidateGroup('race:1');
  late.finish();
  await reading;
  expect(await cache.get('page', async () => 'new', race)).toBe('new');
});

test('a stamp that was read just before the edit reached memcached is not held either', async () => {
  const memcached = fleet.client();
  const cache = new Cache(memcached);
  await cache.get('page', async () => 'old', race);
  const set = memcached.set.bind(memcached);
  const late = heldLoad<void>();
  jest.spyOn(memcached, 'set').mockImplementationOnce(async (...value) => {
    await late.load();
    return set(...value);
  });
  const editing = cache.invalidateGroup('race:1');
  await until(late.hasBegun);
  expect(await cache.get('page', async () => 'old', race)).toBe('old');
  late.finish();
  await editing;
  expect(await cache.get('page', async () => 'new', race)).toBe('new');
});

test('when memcached knows no stamp, all processes make one together, and one loads', async () => {
  const processes = Array.from({ length: 10 }, () => fleet.process());
  const load = jest.fn(async () => 'page');
  await Promise.all(processes.map((cache) => cache.get('page', load, race)));
  expect(load).toHaveBeenCalledTimes(1);
  await fleet.client().delete('group:race:1');
  skip(1001);
  await Promise.all(processes.map((cache) => cache.get('page', load, race)));
  expect(load).toHaveBeenCalledTimes(2);
});

test('nonsense for a stamp is a stamp as good as any', async () => {
  await fleet.client().set('group:race:1', Buffer.from([0xff, 0x00, 0x20]), 60);
  const load = jest.fn(async () => 'page');
  for (const cache of [fleet.process(), fleet.process()])
    expect(await cache.get('page', load, { ...race, settleSeconds: 30 })).toBe('page');
  expect(load).toHaveBeenCalledTimes(1);
});

test('without memcached the loader is asked, once a second for a process, and an edit is an error', async () => {
  const cache = fleet.process();
  await fleet.stop();
  const load = jest.fn(async () => 'page');
  for (let i = 0; i < 10; i++) expect(await cache.get('page', load, race)).toBe('page');
  expect(load).toHaveBeenCalledTimes(1);
  skip(1001);
  for (let i = 0; i < 10; i++) expect(await cache.get('page', load, race)).toBe('page');
  expect(load).toHaveBeenCalledTimes(2);
  await expect(cache.invalidateGroup('race:1')).rejects.toMatchObject({ name: 'MemcachedError' });
});

test('two races may use the same key, with memcached and without, and in one request', async () => {
  const cache = fleet.process();
  const readers = [cache, cache.forRequest()];
  const races = ['race:1', 'race:2'];
  const readAll = () =>
    Promise.all(
      readers.map((reader) =>
        Promise.all(races.map((group) => reader.get('page', async () => group, { ...race, group }))),
      ),
    );
  expect(await readAll()).toEqual([races, races]);
  await fleet.stop();
  skip(1001);
  expect(await readAll()).toEqual([races, races]);
});

test('what a replica still says after an edit is not believed for long', async () => {
  const cache = fleet.process();
  const settling = { ...race, settleSeconds: 10 };
  await cache.invalidateGroup('race:1');
  expect(await cache.get('page', async () => 'as the replica was', settling)).toBe('as the replica was');
  skip(4000);
  expect(await cache.get('page', async () => 'as the replica is', settling)).toBe('as the replica is');
  skip(8000); // twelve seconds after the edit: what is loaded now may be cached
  expect(await cache.get('page', async () => 'settled', settling)).toBe('settled');
  skip(600_000);
  expect(await cache.get('page', async () => 'never', settling)).toBe('settled');
});
