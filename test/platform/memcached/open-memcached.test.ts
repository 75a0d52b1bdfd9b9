import fc from 'fast-check';
import type { Memcached } from '../../../lambdas/platform/memcached/memcached';
import { openMemcached } from '../../../lambdas/platform/memcached/open-memcached';
import { type FreshMemcached, freshMemcached } from '../../support/memcached';
import { until } from '../../support/until';

let server: FreshMemcached;
let memcached: Memcached;

beforeAll(async () => {
  server = await freshMemcached();
  memcached = openMemcached(server.url, { timeoutMs: 2000, connectTimeoutMs: 2000 });
});
afterAll(async () => {
  memcached.close();
  await server.stop();
});

test('what was stored is read again, and what was not is a miss', async () => {
  expect(await memcached.get('nobody')).toBeUndefined();
  await memcached.set('runner', 'Ada', 60);
  expect(await memcached.get('runner')).toEqual(Buffer.from('Ada'));
  await memcached.set('runner', '', 60);
  expect(await memcached.get('runner')).toEqual(Buffer.alloc(0));
  await memcached.delete('runner');
  await memcached.delete('runner');
  expect(await memcached.get('runner')).toBeUndefined();
});

test('any key and any bytes come back as they went, a hundred at a time', async () => {
  const anyKey = fc.string({ unit: 'binary', maxLength: 300 });
  const anything = fc.uint8Array({ maxLength: 3000 }).map((bytes) => Buffer.from(bytes));
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.tuple(anyKey, anything), { selector: ([key]) => key, maxLength: 100 }),
      async (pairs) => {
        await Promise.all(pairs.map(([key, value]) => memcached.set(key, value, 60)));
        const read = await Promise.all(pairs.map(([key]) => memcached.get(key)));
        expect(read).toEqual(pairs.map(([, value]) => value));
      },
    ),
    { numRuns: 40 },
  );
});

test('what was read stays as it was read, whatever comes after it', async () => {
  const keys = Array.from({ length: 3000 }, (_, i) => `kept:${i}`);
  await Promise.all(keys.map((key) => memcached.set(key, `first of ${key}`, 60)));
  const first = await Promise.all(keys.map((key) => memcached.get(key)));
  await Promise.all(keys.map((key) => memcached.set(key, `other of ${key}`, 60)));
  const other = await Promise.all(keys.map((key) => memcached.get(key)));
  expect(first.map(String)).toEqual(keys.map((key) => `first of ${key}`));
  expect(other.map(String)).toEqual(keys.map((key) => `other of ${key}`));
});

test('a value full of protocol words is only a value', async () => {
  const value = 'EN\r\nVA 3 O1\r\nabc\r\nHD\r\nERROR\r\nEND\r\n';
  await memcached.set('tricky', value, 60);
  expect(String(await memcached.get('tricky'))).toBe(value);
});

test('values of nearly a megabyte pass, larger ones are refused and harm nobody', async () => {
  const large = Buffer.alloc(1024 * 1024 - 2048, 7);
  await memcached.set('large', large, 60);
  expect(large.equals((await memcached.get('large')) ?? Buffer.alloc(0))).toBe(true);
  const [tooLarge, tooLargeForTheServer, after] = await Promise.allSettled([
    memcached.set('x', Buffer.alloc(1024 * 1024 + 1), 60),
    memcached.add('x', Buffer.alloc(1024 * 1024), 60),
    memcached.set('after', 'fine', 60),
  ]);
  expect(tooLarge).toMatchObject({ reason: { kind: 'too-large' } });
  expect(tooLargeForTheServer).toMatchObject({ reason: { kind: 'too-large' } });
  expect(after.status).toBe('fulfilled');
});

test('only one of many adds wins', async () => {
  const results = await Promise.all(Array.from({ length: 20 }, (_, i) => memcached.add('first', String(i), 60)));
  expect(results.filter(Boolean)).toHaveLength(1);
  expect(String(await memcached.get('first'))).toBe(String(results.indexOf(true)));
});

test('of many who replace what they read only one does, and nobody what was deleted', async () => {
  expect(await memcached.getVersioned('seat')).toBeUndefined();
  await memcached.set('seat', 'free', 60);
  const read = await memcached.getVersioned('seat');
  if (!read) throw new Error('the value was just stored');
  expect(String(read.value)).toBe('free');
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, i) => memcached.replace('seat', `taken by ${i}`, read.version, 60)),
  );
  expect(results.filter(Boolean)).toHaveLength(1);
  const after = await memcached.getVersioned('seat');
  expect(String(after?.value)).toBe(`taken by ${results.indexOf(true)}`);

  await memcached.delete('seat');
  expect(await memcached.replace('seat', 'mine', after?.version ?? '', 60)).toBe(false);
  expect(await memcached.get('seat')).toBeUndefined();
});

test('a place kept for a value has no version to read, but the process that won it can fill it', async () => {
  const { won, version } = await memcached.fetch('place', { vivifySeconds: 30 });
  expect(won).toBe(true);
  expect(await memcached.getVersioned('place')).toBeUndefined();
  expect(await memcached.replace('place', 'filled', version, 60)).toBe(true);
  expect(String(await memcached.get('place'))).toBe('filled');
});

test('what is replaced lives as long as it is told to, and is refused above a megabyte', async () => {
  await memcached.set('mortal', 'x', 60);
  const { version } = (await memcached.getVersioned('mortal')) ?? { version: '' };
  await expect(memcached.replace('mortal', Buffer.alloc(1024 * 1024 + 1), version, 60)).rejects.toMatchObject({
    kind: 'too-large',
  });
  expect(await memcached.replace('mortal', 'y', version, 0)).toBe(true);
  expect(await memcached.get('mortal')).toBeUndefined();
});

test('a reader hears how long ago somebody else read the value', async () => {
  await memcached.set('read', 'x', 60);
  const ask = async () => (await memcached.fetch('read', { vivifySeconds: 30 })).askedSecondsAgo;
  expect(await ask()).toBeUndefined();
  await ask();
  expect(await ask()).toBeLessThan(60);
  const lastAsked = Date.now();
  // It counts by the second: after some have passed, it says more than zero.
  await until(() => Date.now() > lastAsked + 2100);
  const seconds = await ask();
  expect(seconds).toBeGreaterThanOrEqual(1);
  expect(seconds).toBeLessThan(60);
});

test('a client counts what it asks, what it finds and what fails', async () => {
  const counted = openMemcached(server.url, { timeoutMs: 2000, connectTimeoutMs: 2000 });
  expect(counted.statistics()).toMatchObject({ requests: 0, connections: 0, bytesSent: 0, bytesReceived: 0 });
  const before = counted.statistics();
  await counted.set('counted', 'x', 60);
  await counted.get('counted');
  await counted.get('never stored');
  await counted.fetch('counted', { vivifySeconds: 1 });
  await expect(counted.increment('counted')).rejects.toThrow();
  await expect(counted.set('counted', Buffer.alloc(1024 * 1024 + 1), 60)).rejects.toThrow();
  const after = counted.statistics();
  expect(after).toMatchObject({ requests: 5, hits: 2, misses: 1, connections: 1 });
  expect(after.failures).toEqual({ timeout: 0, connection: 0, server: 1, 'too-large': 1 });
  expect(after.bytesSent).toBeGreaterThan(60);
  expect(after.bytesReceived).toBeGreaterThan(20);
  expect(before).toMatchObject({ requests: 0, hits: 0 });

  counted.close();
  await expect(counted.get('counted')).rejects.toThrow('closed');
  expect(counted.statistics().failures.connection).toBe(1);
});

test('a counter counts everybody once, and is never made by counting', async () => {
  expect(await memcached.increment('counter')).toBeUndefined();
  expect(await memcached.get('counter')).toBeUndefined();
  await memcached.set('counter', '0', 60);
  const counts = await Promise.all(Array.from({ length: 1000 }, () => memcached.increment('counter')));
  expect(new Set(counts)).toEqual(new Set(Array.from({ length: 1000 }, (_, i) => i + 1)));
  expect(await memcached.increment('counter', 5)).toBe(1005);
  await expect(memcached.increment('counter', -1)).rejects.toThrow(RangeError);
});

test('counting down ends at zero, and makes no counter either', async () => {
  await memcached.decrement('countdown');
  expect(await memcached.get('countdown')).toBeUndefined();
  await memcached.set('countdown', '2', 60);
  await Promise.all(Array.from({ length: 5 }, () => memcached.decrement('countdown')));
  expect(await memcached.increment('countdown', 8)).toBe(8);
  await memcached.decrement('countdown', 5);
  expect(await memcached.increment('countdown')).toBe(4);
  await expect(memcached.decrement('countdown', -1)).rejects.toThrow(RangeError);
});

test('a counter that is not there is made with what is counted; everybody at once gets another count', async () => {
  const counts = await Promise.all(Array.from({ length: 200 }, () => memcached.count('made', 3, 60)));
  expect(counts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, n) => 3 * (n + 1)));
  await memcached.decrement('made', 590);
  expect(String(await memcached.get('made')).trim()).toBe('10');
  await memcached.set('made', 'no number', 60);
  await expect(memcached.count('made', 1, 60)).rejects.toThrow();
  await expect(memcached.count('made', -1, 60)).rejects.toThrow(RangeError);
});

test('counting what is no number fails alone', async () => {
  await memcached.set('word', 'seven', 60);
  const [counted, read] = await Promise.allSettled([memcached.increment('word'), memcached.get('word')]);
  expect(counted).toMatchObject({ reason: { kind: 'server' } });
  expect(read).toMatchObject({ value: Buffer.from('seven') });
});

test('a month is kept, more than a month too, and no time at all is gone at once', async () => {
  await memcached.set('long', 'x', 400 * 24 * 3600);
  expect(await memcached.get('long')).toBeDefined();
  await memcached.set('gone', 'x', 0);
  expect(await memcached.get('gone')).toBeUndefined();
  // Less than a second may be over at once: memcached counts whole seconds.
  await until(async () => {
    await memcached.set('short', 'x', 0.2);
    return (await memcached.get('short')) !== undefined;
  });
  await until(async () => (await memcached.get('short')) === undefined);
});

test('of many who miss one wins; the place kept for the value is not a value', async () => {
  const fetched = await Promise.all(Array.from({ length: 10 }, () => memcached.fetch('cold', { vivifySeconds: 30 })));
  expect(fetched.filter(({ won }) => won)).toHaveLength(1);
  expect(fetched.every(({ value }) => value === undefined)).toBe(true);
  expect(await memcached.get('cold')).toBeUndefined();
  await memcached.set('cold', 'warm', 60);
  expect(await memcached.fetch('cold', { vivifySeconds: 30 })).toEqual({
    value: Buffer.from('warm'),
    version: expect.any(String),
    won: false,
  });
});

test('when a value grows old one caller may refresh it and all are served', async () => {
  await memcached.set('old', 'value', 10);
  const fetched = await Promise.all(
    Array.from({ length: 10 }, () => memcached.fetch('old', { vivifySeconds: 30, refreshBelowSeconds: 20 })),
  );
  expect(fetched.filter(({ won }) => won)).toHaveLength(1);
  expect(fetched.every(({ value }) => String(value) === 'value')).toBe(true);
});

test('a client that was closed says so', async () => {
  const closed = openMemcached(server.url, { timeoutMs: 2000, connectTimeoutMs: 2000 });
  await closed.get('a');
  closed.close();
  await expect(closed.get('a')).rejects.toMatchObject({
    kind: 'connection',
    message: expect.stringContaining('closed'),
  });
});
