import type { Cache } from '../../platform/cache/cache';
import type { MemcachedClient } from '../../platform/memcached/open-memcached';

/** The counters of a cache and of its client since they were made, under the names of the metrics. */
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
