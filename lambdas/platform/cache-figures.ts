import type { Cache } from './cache/cache';
import type { MemcachedClient } from './memcached/open-memcached';

/** What a cache and its client have counted since they were made, by the names of the metrics. */
export const cacheFigures =
  (cache: Pick<Cache, 'statistics'>, memcached: Pick<MemcachedClient, 'statistics'>) => () => {
    const { processHits, memcachedHits, misses, loads, staleValues } = cache.statistics();
    const { timeout, connection, server } = memcached.statistics().failures;
    return {
      CacheProcessHits: processHits,
      CacheMemcachedHits: memcachedHits,
      CacheMisses: misses,
      CacheLoads: loads,
      CacheStaleValues: staleValues,
      CacheFailures: timeout + connection + server,
    };
  };
