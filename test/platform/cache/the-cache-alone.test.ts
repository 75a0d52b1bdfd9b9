// README, "The cache alone": the same lines, with a shop as the project. Import paths and address differ.
import { Cache } from '../../../lambdas/platform/cache/cache';
import { openMemcached } from '../../../lambdas/platform/memcached/open-memcached';
import { freshMemcached } from '../../support/memcached';

interface Item {
  readonly name: string;
  readonly price: number;
}

interface Loaders {
  readonly loadMenu: (shop: string) => Promise<readonly string[] | undefined>;
  readonly loadItems: (ids: readonly string[]) => Promise<ReadonlyMap<string, Item>>;
}

const open = (url: string, { loadMenu, loadItems }: Loaders) => {
  const memcached = openMemcached(url);
  const cache = new Cache(memcached, { maxBytes: 32 * 1024 * 1024, maxLoads: 8 });

  const ofShop = (shop: string) => ({ freshSeconds: 600, group: `shop:${shop}` });

  const menu = (shop: string) => cache.get(`menu:${shop}`, () => loadMenu(shop), ofShop(shop));
  const items = (shop: string, ids: readonly string[]) => cache.getMany(ids, loadItems, ofShop(shop));
  const changed = (shop: string) => cache.invalidateGroup(`shop:${shop}`);
  return { menu, items, changed, memcached, cache };
};

test('what the README says of the cache alone is so', async () => {
  const server = await freshMemcached();
  const stock = new Map([
    ['tea', { name: 'Tea', price: 3 }],
    ['cake', { name: 'Cake', price: 5 }],
  ]);
  let questions = 0;
  const loaders: Loaders = {
    loadMenu: async (shop) => {
      questions += 1;
      return shop === 'corner' ? [...stock.keys()] : undefined;
    },
    loadItems: async (ids) => {
      questions += 1;
      return new Map([...stock].filter(([id]) => ids.includes(id)));
    },
  };
  const url = `${server.url}?timeout=5000`;
  const [here, there] = [open(url, loaders), open(url, loaders)];
  for (const shop of [here, there]) {
    expect(await shop.menu('corner')).toEqual(['tea', 'cake']);
    expect(await shop.menu('no such shop')).toBeUndefined();
    expect(await shop.items('corner', ['tea', 'cake', 'pie'])).toEqual(stock);
  }
  expect(questions).toBe(3);

  stock.set('tea', { name: 'Tea', price: 4 });
  await here.changed('corner');
  expect((await here.items('corner', ['tea'])).get('tea')?.price).toBe(4);
  expect(here.cache.statistics().loads).toBe(4);
  expect(there.memcached.statistics().connections).toBe(1);
  for (const { memcached } of [here, there]) memcached.close();
  await server.stop();
});
