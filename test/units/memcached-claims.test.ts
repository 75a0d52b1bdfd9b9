import type { Memcached } from '../../lambdas/platform/memcached/memcached';
import { uuid7 } from '../../lambdas/platform/uuid';
import { MemcachedClaims } from '../../lambdas/units/claims/memcached-claims';
import { memcachedWith } from '../support/memcached';
import { openStores } from '../support/stores';

const stores = openStores();

/** The pool of another zone, on the same server. */
const zone = (name: string): Memcached =>
  memcachedWith(stores.memcached, {
    get: (key) => stores.memcached.get(`${name}:${key}`),
    set: (key, ...rest) => stores.memcached.set(`${name}:${key}`, ...rest),
    add: (key, ...rest) => stores.memcached.add(`${name}:${key}`, ...rest),
    delete: (key) => stores.memcached.delete(`${name}:${key}`),
  });
const away = () => Promise.reject(new Error('away'));
const awayZone = (): Memcached => memcachedWith(stores.memcached, { get: away, set: away, add: away, delete: away });

const claim = { pool: 'shirts', number: 1, block: 'first' };
const kept = { claims: [claim], dropped: [], codes: [] };

test.each([
  ['both zones answer', () => [zone('a'), zone('b')]],
  ['the first zone is away', () => [awayZone(), zone('b')]],
  ['the second zone is away', () => [zone('a'), awayZone()]],
])('of callers that come at once one begins, and the next one finds what it kept: %s', async (_, zones) => {
  const claims = new MemcachedClaims(zones());
  const id = uuid7();
  const turns = await Promise.all(Array.from({ length: 5 }, () => claims.begin(id)));
  const [turn, ...others] = turns.filter((one) => one !== undefined);
  expect(others).toEqual([]);
  expect(turn?.remembered).toEqual({ claims: [], dropped: [], codes: [] });
  await turn?.keepAndEnd(kept, 60);
  expect((await claims.begin(id))?.remembered).toEqual(kept);
});

test('a turn that is over ends nobody else’s', async () => {
  const claims = new MemcachedClaims([zone('a'), zone('b')]);
  const id = uuid7();
  const turn = await claims.begin(id);
  await turn?.keepAndEnd(kept, 60);
  expect(await claims.begin(id)).toBeDefined();
  await turn?.end();
  expect(await claims.begin(id)).toBeUndefined();
});

test('what one zone knows counts, and while neither answers nobody begins', async () => {
  const id = uuid7();
  const alone = await new MemcachedClaims([awayZone(), zone('b')]).begin(id);
  await alone?.keepAndEnd(kept, 60);
  expect((await new MemcachedClaims([zone('a'), zone('b')]).begin(id))?.remembered).toEqual(kept);
  await expect(new MemcachedClaims([awayZone(), awayZone()]).begin(id)).rejects.toThrow('away');
});
