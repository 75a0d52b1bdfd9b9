import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type { Settings } from '../../../contract/settings';
import { Cache } from '../../../platform/cache/cache';
import type { MemcachedClient } from '../../../platform/memcached/open-memcached';
import { count } from '../../../platform/observability';
import type { Sql } from '../../../platform/postgres/postgres';
import { reportGrowth } from '../../../platform/report-growth';
import { CachedRaces } from '../../../races/cached-races';
import { PostgresRaces } from '../../../races/postgres-races';
import { openMemcached } from './open-memcached';

/** The memcached for data, the cache with this process's memory in front of it, and the races read through them. */
export const openDataCache = ({ DATA_CACHE_URL }: Settings<'DATA_CACHE_URL'>, database: Sql) => {
  const data = openMemcached(DATA_CACHE_URL);
  const cache = new Cache(data);
  return { data, cache, races: new CachedRaces(cache, new PostgresRaces(database)) };
};

interface Caches {
  readonly data: Pick<MemcachedClient, 'statistics'>;
  readonly cache: Pick<Cache, 'statistics'>;
}

type Answer<Result> = (event: APIGatewayProxyEventV2, context?: Context) => Promise<Result>;

/** The handler, which also counts once a minute how often the caches helped. */
export const countingCaches = <Result>({ data, cache }: Caches, answer: Answer<Result>): Answer<Result> => {
  const report = reportGrowth(() => {
    const { processHits, memcachedHits, misses, loads, staleValues } = cache.statistics();
    const { timeout, connection, server } = data.statistics().failures;
    return {
      CacheProcessHits: processHits,
      CacheMemcachedHits: memcachedHits,
      CacheMisses: misses,
      CacheLoads: loads,
      CacheStaleValues: staleValues,
      CacheFailures: timeout + connection + server,
    };
  }, count);
  return (event, context) => {
    report();
    return answer(event, context);
  };
};
