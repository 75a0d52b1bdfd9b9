import { MemcachedQuoteCounts } from '../../lambdas/quote/memcached-quote-counts';
import { quoteRegistration } from '../../lambdas/quote/quote-registration';
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

test('after thirty quotes of a hold no entry is read: that takes longer than all before it', async () => {
  const hold = { registrationId: 'ann', sessionHash: 'session', form: 1, expiresAt: 60_000 };
  let read = 0;
  let nth = 30;
  const quote = quoteRegistration({
    tokens: { readHold: async () => hold },
    forms: { current: async () => 1, find: async () => ({ revision: 1, form: {} }) },
    counts: { countOneMore: async () => nth, spareOne: async () => undefined },
    readEntry: () => {
      read++;
      return { faults: [{ field: 'people', code: 'missing' }] };
    },
    now: () => new Date(0),
  } as unknown as Parameters<typeof quoteRegistration>[0]);
  const command = { registrationId: 'ann', sessionHash: 'session', address: '', hold: '', form: 1, entry: {} };
  expect(await quote(command)).toMatchObject({ kind: 'wrong' });
  nth = 31;
  expect(await quote(command)).toEqual({ kind: 'too-many-quotes' });
  expect(read).toBe(1);
});
