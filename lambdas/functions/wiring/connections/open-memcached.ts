import { type MemcachedClient, openMemcached as open } from '../../../platform/memcached/open-memcached';
import { ahead } from './connect-ahead';

/** Connects at the first request, or ahead of it. */
export const openMemcached = (url: string): MemcachedClient => {
  const memcached = open(url);
  ahead(() => memcached.connect());
  return memcached;
};
