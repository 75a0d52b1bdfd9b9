import { openMemcached } from '../../../lambdas/platform/memcached/open-memcached';
import { type OpenClient, ttlSeconds } from './client';

/** The client of this repository, as the functions open it. Only its timeout is longer, because the machine is busy. */
export const open: OpenClient = async (port) => {
  const memcached = openMemcached(`memcached://127.0.0.1:${port}`, { timeoutMs: 5000 });
  return {
    get: (key) => memcached.get(key),
    set: (key, value) => memcached.set(key, value, ttlSeconds),
    increment: (key) => memcached.increment(key),
  };
};
