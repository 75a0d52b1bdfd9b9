import { openBucket } from '../platform/aws/call-s3';
import { Cache } from '../platform/cache/cache';
import { S3ResultFiles } from '../results/publish/s3-result-files';
import { CachedPublishedResults, CachedVersionHistory } from '../results/show/cached-published-results';
import { CachedResultSearch, MemcachedSearchLimit, PostgresResultSearch } from '../results/show/postgres-result-search';
import { PostgresVersionHistory } from '../results/show/postgres-version-history';
import { searchResults } from '../results/show/search-results';
import { showResults } from '../results/show/show-results';
import { showRoutes } from '../results/show/show-routes';
import { countingCaches } from './wiring/connections/data-cache';
import { instrument, log } from './wiring/connections/observability';
import { openMemcached } from './wiring/connections/open-memcached';
import { openPostgres } from './wiring/connections/open-postgres';
import { readEnv } from './wiring/connections/read-env';
import { siteApi } from './wiring/selling/site-api';

const env = readEnv('browse-results');
const reader = openPostgres(env.READER_URL, { maxConnections: 1 });
const data = openMemcached(env.DATA_CACHE_URL);
/**
 * The leaves of some races of fifty thousand. A file is kept from its first reader on: it never changes, and reading it from
 * memcached again costs ten times what the answer does.
 */
const cache = new Cache(data, { maxBytes: 64 * 1024 * 1024, promotion: { threshold: 1, windowSeconds: 10 } });
const files = new S3ResultFiles(openBucket(env.RESULTS_BUCKET_URL, process.env));
const history = new CachedVersionHistory(cache, new PostgresVersionHistory(reader));

const published = new CachedPublishedResults(cache, files);
const search = searchResults({
  published,
  search: new CachedResultSearch(cache, new PostgresResultSearch(reader)),
  limit: new MemcachedSearchLimit(data),
  warn: (text, detail) => log.warn(text, detail),
});

export const handler = instrument(
  'browse-results',
  countingCaches({ data, cache }, siteApi(env, showRoutes(showResults(published, history), search))),
);
