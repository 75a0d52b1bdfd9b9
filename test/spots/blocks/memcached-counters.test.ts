import { uuid7 } from '../../../lambdas/platform/uuid';
import { MemcachedCounters } from '../../../lambdas/spots/blocks/memcached-blocks';
import { openStores } from '../../support/stores';

const stores = openStores();
const counters = () => new MemcachedCounters(stores.memcached);

test('a block that has a counter does not get another one: its numbers would be dealt again', async () => {
  const block = uuid7();
  await counters().open(block);
  expect([await counters().next(block), await counters().next(block)]).toEqual([1, 2]);
  await expect(counters().open(block)).rejects.toThrow('has a counter already');
  expect(await counters().next(block)).toBe(3);
});

test('several are counted at once, and nobody else is counted among them', async () => {
  const block = uuid7();
  await counters().open(block);
  const ends = await Promise.all([1, 4, 8, 1, 2].map((size) => counters().next(block, size)));
  expect(new Set(ends).size).toBe(5);
  expect(await counters().next(block)).toBe(17);
});

test('a counter that is lost is not begun again', async () => {
  const block = uuid7();
  expect([await counters().next(block), await counters().next(block)]).toEqual([undefined, undefined]);
});
