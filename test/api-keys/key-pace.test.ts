import { MemcachedKeyPace } from '../../lambdas/api-keys/memcached-key-pace';
import { openMemcached } from '../../lambdas/platform/memcached/open-memcached';
import { freshMemcached } from '../support/memcached';

test('without the cache, keys that nobody was given are bounded in each process, and other networks are not', async () => {
  let now = 1_800_000_000_000;
  const away = async () => {
    throw new Error('The cache is away.');
  };
  const said: unknown[] = [];
  const pace = new MemcachedKeyPace(
    { count: away, get: away, set: away },
    () => new Date(now),
    (error) => said.push(error),
  );
  const guess = async (network: string) => {
    const may = await pace.mayAsk('slk_guess', network);
    if (may) await pace.noteUnknown(network);
    return may;
  };
  const guesses: boolean[] = [];
  for (let n = 0; n < 62; n++) guesses.push(await guess('203.0.113.7'));
  expect(guesses.lastIndexOf(true)).toBe(59);
  expect(await guess('198.51.100.1')).toBe(true);
  now += 60_000;
  expect(await guess('203.0.113.7')).toBe(true);
  expect(said.length).toBeGreaterThan(0);
});

test('somebody with a whole network of addresses guesses four times as often, and no more', async () => {
  const away = () => Promise.reject(new Error('The cache is away.'));
  const pace = new MemcachedKeyPace(
    { count: away, get: away, set: away },
    () => new Date(1_800_000_000_000),
    () => undefined,
  );
  const guesses: boolean[] = [];
  for (let n = 0; n < 250; n++) {
    const household = `2001:db8:77:${n.toString(16)}::/64`;
    const may = await pace.mayAsk('slk_guess', household);
    if (may) await pace.noteUnknown(household);
    guesses.push(may);
  }
  expect(guesses.lastIndexOf(true)).toBe(239);
  expect(await pace.mayAsk('slk_guess', '2001:db8:78:1::/64')).toBe(true);
});

test('a network that guessed in one process is not listened to in another', async () => {
  const server = await freshMemcached();
  const memcached = openMemcached(`${server.url}?timeout=2000`);
  const now = new Date('2026-06-01T12:00:00Z');
  const said: unknown[] = [];
  const open = () =>
    new MemcachedKeyPace(
      memcached,
      () => now,
      (error) => said.push(error),
    );
  const first = open();
  for (let n = 0; n < 60; n++) await first.noteUnknown('203.0.113.7');
  expect(await open().mayAsk('slk_guess', '203.0.113.7')).toBe(false);
  expect(await open().mayAsk('slk_guess', '198.51.100.1')).toBe(true);
  for (let n = 0; n < 240; n++) await first.noteUnknown(`2001:db8:77:${n.toString(16)}::/64`);
  expect(await open().mayAsk('slk_guess', '2001:db8:77:ffff::/64')).toBe(false);
  expect(await open().mayAsk('slk_guess', '2001:db8:78:1::/64')).toBe(true);
  expect(said).toEqual([]);
  memcached.close();
  await server.stop();
});

test('a key that was good goes on behind an address where others are guessed, in each process and without the cache', async () => {
  const server = await freshMemcached();
  const memcached = openMemcached(`${server.url}?timeout=2000`);
  let isAway = false;
  const away = () => Promise.reject(new Error('The cache is away.'));
  const sometimes = {
    count: (key: string, by: number, seconds: number) => (isAway ? away() : memcached.count(key, by, seconds)),
    get: (key: string) => (isAway ? away() : memcached.get(key)),
    set: (key: string, value: string, seconds: number) => (isAway ? away() : memcached.set(key, value, seconds)),
  };
  const now = new Date('2026-06-01T12:00:00Z');
  const open = () =>
    new MemcachedKeyPace(
      sometimes,
      () => now,
      () => undefined,
    );
  const [first, second] = [open(), open()];
  await first.noteKnown('slk_good');
  for (let n = 0; n < 70; n++) await first.noteUnknown('203.0.113.7');
  const asked = async (pace: MemcachedKeyPace) => [
    await pace.mayAsk('slk_good', '203.0.113.7'),
    await pace.mayAsk('slk_guess', '203.0.113.7'),
  ];
  expect(await asked(first)).toEqual([true, false]);
  expect(await asked(second)).toEqual([true, false]);
  isAway = true;
  expect(await asked(first)).toEqual([true, false]);
  memcached.close();
  await server.stop();
});
