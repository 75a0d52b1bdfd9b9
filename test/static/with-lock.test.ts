import { setTimeout } from 'node:timers/promises';
import { withLock } from '../../static/src/page/with-lock';

type Work = (lock: object | null) => Promise<unknown>;

/** Web Locks of one name, as far as the page uses them. */
const openLocks = () => {
  let last: Promise<unknown> = Promise.resolve();
  let held = 0;
  const request = (_: string, ...rest: readonly [Work] | readonly [{ ifAvailable: boolean }, Work]) => {
    const work = rest.length === 2 ? rest[1] : rest[0];
    if (rest.length === 2 && held > 0) return work(null);
    held++;
    const done = last.then(() => work({})).finally(() => held--);
    last = done.catch(() => undefined);
    return done;
  };
  return { request };
};

beforeEach(() => {
  Object.defineProperty(globalThis, 'navigator', { value: { locks: openLocks() }, configurable: true });
});

test('a tab that had to wait sees what the other one stored, though it arrives a moment after the lock', async () => {
  let seen: string | undefined;
  const pay = withLock('startline:harbour');
  const first = pay(async () => {
    await setTimeout(20);
    void setTimeout(50).then(() => {
      seen = 'an attempt';
    });
    return 'paid';
  });
  const second = pay(async () => seen);
  expect(await Promise.all([first, second])).toEqual(['paid', 'an attempt']);
});

test('a tab that is alone goes on at once, and a failure is its own', async () => {
  const timers = jest.spyOn(globalThis, 'setTimeout');
  expect(await withLock('startline:harbour')(async () => 1)).toBe(1);
  expect(timers).not.toHaveBeenCalled();
  timers.mockRestore();
  const fails = withLock('startline:harbour')(async () => {
    throw new Error('away');
  });
  await expect(fails).rejects.toThrow('away');
  expect(await withLock('startline:harbour')(async () => 2)).toBe(2);
});
