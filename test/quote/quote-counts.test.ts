import { MemcachedQuoteCounts } from '../../lambdas/quote/memcached-quote-counts';
import { openStores } from '../support/stores';

const stores = openStores();

test('what had to wait is not counted, but for one who never stops asking', async () => {
  const counts = new MemcachedQuoteCounts(stores.memcached);
  for (let n = 1; n <= 300; n++) {
    expect(await counts.countOneMore('ann')).toBe(1);
    await counts.spareOne('ann');
  }
  for (let n = 1; n <= 3; n++) {
    expect(await counts.countOneMore('ann')).toBe(n);
    await counts.spareOne('ann');
  }
  expect(await counts.countOneMore('ben')).toBe(1);
});
