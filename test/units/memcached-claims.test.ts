import type { Memcached } from '../../lambdas/platform/memcached/memcached';
import { ring } from '../../lambdas/platform/memcached/ring';
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
const nodeOf = ring(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'], (name) => name);
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

test('a turn is marked before it is read, and what it keeps is written before it ends, on the node of its mark', async () => {
  const asked: string[] = [];
  const noted = (name: string, pool: Memcached): Memcached =>
    new Proxy(pool, {
      get: (of, what: 'get' | 'set' | 'add' | 'delete') => {
        const call = of[what] as (key: string, ...rest: unknown[]) => unknown;
        return (key: string, ...rest: unknown[]) => {
          asked.push(`${name} ${what} ${nodeOf(key)}`);
          return call(key, ...rest);
        };
      },
    });
  const id = uuid7();
  const node = nodeOf(`of:{${id}}`);
  const of = (name: string) => asked.filter((one) => one.startsWith(name));
  const turn = await new MemcachedClaims([noted('a', zone('a')), noted('b', zone('b'))]).begin(id);
  await turn?.keepAndEnd(kept, 60);
  await turn?.end();
  expect(of('a')).toEqual(['add', 'get', 'set', 'delete'].map((what) => `a ${what} ${node}`));
  expect(of('b')).toEqual(['get', 'set'].map((what) => `b ${what} ${node}`));
  // Without the first zone the second one is read again, after its mark.
  asked.length = 0;
  await new MemcachedClaims([awayZone(), noted('b', zone('b'))]).begin(uuid7());
  expect(of('b').map((one) => one.split(' ')[1])).toEqual(['get', 'add', 'get']);
});

test('what one zone knows counts, and while neither answers nobody begins', async () => {
  const id = uuid7();
  const alone = await new MemcachedClaims([awayZone(), zone('b')]).begin(id);
  await alone?.keepAndEnd(kept, 60);
  expect((await new MemcachedClaims([zone('a'), zone('b')]).begin(id))?.remembered).toEqual(kept);
  await expect(new MemcachedClaims([awayZone(), awayZone()]).begin(id)).rejects.toThrow('away');
});
