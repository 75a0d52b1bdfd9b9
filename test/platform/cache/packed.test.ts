import { randomBytes } from 'node:crypto';
import { Cache } from '../../../lambdas/platform/cache/cache';
import { openFleet } from './fleet';

const fleet = openFleet();
const always = { freshSeconds: 3600, processSeconds: 0 };
const longPage = { text: 'The race starts at the harbour. '.repeat(1000) };

test('a long value is packed on the way and comes back as it was', async () => {
  const memcached = fleet.client();
  await new Cache(memcached).get('page', async () => longPage, always);
  const stored = await memcached.get('page');
  expect(stored?.length).toBeLessThan(longPage.text.length / 10);
  expect(await fleet.process().get('page', async () => ({ text: '' }), always)).toEqual(longPage);
});

test('a short value stays readable', async () => {
  const memcached = fleet.client();
  await new Cache(memcached).get('page', async () => ({ text: 'Harbour Run' }), always);
  expect(String(await memcached.get('page'))).toContain('{"text":"Harbour Run"}');
});

test.each([0, 5, 200])('a packed value damaged at byte %i from its middle is a miss', async (offset) => {
  const memcached = fleet.client();
  await new Cache(memcached).get('page', async () => longPage, always);
  const stored = (await memcached.get('page')) ?? Buffer.alloc(0);
  const at = Math.min(stored.length - 1, Math.floor(stored.length / 2) + offset);
  stored[at] = (stored[at] ?? 0) ^ 0x55;
  await memcached.set('page', stored, 3600);
  expect(await fleet.process().get('page', async () => ({ text: 'again' }), always)).toEqual({ text: 'again' });
});

test('a value too large for memcached is served all the same, held for a moment, and counted', async () => {
  const memcached = fleet.client();
  const cache = new Cache(memcached);
  const large = randomBytes(1_200_000).toString('base64');
  const load = jest.fn(async () => large);
  for (let i = 0; i < 3; i++)
    expect(await cache.get('large', load, { freshSeconds: 3600, processSeconds: 60 })).toBe(large);
  expect(load).toHaveBeenCalledTimes(1);
  expect(cache.statistics()).toMatchObject({ notStored: 1, promotions: 1 });
  expect(memcached.statistics().failures['too-large']).toBe(1);
  expect(await memcached.get('large')).toBeUndefined();
});
