import { MemcachedKeyPace } from '../../lambdas/api-keys/memcached-key-pace';

test('without the cache, keys that nobody was given are bounded in each process, and other networks are not', async () => {
  let now = 1_800_000_000_000;
  const away = async () => {
    throw new Error('The cache is away.');
  };
  const said: unknown[] = [];
  const pace = new MemcachedKeyPace(
    { count: away, get: away },
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
