import { Cache, type CacheOptions } from '../../../lambdas/platform/cache/cache';
import type { MemcachedClient } from '../../../lambdas/platform/memcached/open-memcached';
import { type FreshMemcached, freshMemcached, patientMemcached } from '../../support/memcached';

/** Milliseconds. On a busy machine, too, a process waits for another's load until it is done. */
export const longWait = { waitMs: 15_000 };

/** A memcached for each test of a file, and processes that share it. */
export const openFleet = () => {
  let server: FreshMemcached;
  const clients: MemcachedClient[] = [];
  const client = (url = server.url) => {
    const memcached = patientMemcached(url);
    clients.push(memcached);
    return memcached;
  };
  beforeEach(async () => {
    server = await freshMemcached();
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    for (const memcached of clients.splice(0)) memcached.close();
    await server.stop();
  });
  return {
    client,
    /** The cache of a process of its own. */
    process: (options?: CacheOptions) => new Cache(client(), { ...longWait, ...options }),
    stop: () => server.stop(),
    get pid() {
      return server.pid;
    },
  };
};

/** Moves this process's clock ahead by this much; memcached keeps the real time. */
export const skip = (ms: number) => {
  const now = Date.now();
  const from = performance.now();
  jest.spyOn(Date, 'now').mockImplementation(() => Math.floor(now + ms + performance.now() - from));
};

/** A load that ends when the test says so. */
export const heldLoad = <T>() => {
  let begun = false;
  let finish: (value: T) => void = () => {};
  let fail: (error: Error) => void = () => {};
  const ending = new Promise<T>((resolve, reject) => {
    finish = resolve;
    fail = reject;
  });
  return {
    load: () => {
      begun = true;
      return ending;
    },
    hasBegun: () => begun,
    finish: (value: T) => finish(value),
    fail: (error: Error) => fail(error),
  };
};
