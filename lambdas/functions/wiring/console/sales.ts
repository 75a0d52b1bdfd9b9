import type { Settings } from '../../../contract/settings';
import { PostgresLineFigures } from '../../../line/orders/postgres-line-figures';
import { openBucket } from '../../../platform/aws/call-s3';
import type { Cache } from '../../../platform/cache/cache';
import type { Memcached } from '../../../platform/memcached/memcached';
import { log } from '../../../platform/observability';
import type { Postgres } from '../../../platform/postgres/postgres';
import { openSqs } from '../../../platform/queue/call-sqs';
import { within } from '../../../platform/within';
import { CachedOpenings, cachedOutside, cachedSlow } from '../../../sales/cached-openings';
import { CachedSales } from '../../../sales/cached-sales';
import { lookAtOpening } from '../../../sales/look-at-opening';
import { PostgresOpeningFigures } from '../../../sales/postgres-opening-figures';
import { PostgresOpeningSamples } from '../../../sales/postgres-opening-samples';
import { PostgresSales } from '../../../sales/postgres-sales';
import { s3Readiness } from '../../../sales/s3-readiness';
import { sqsQueueLengths } from '../../../sales/sqs-queue-lengths';

interface Needs {
  readonly reader: Postgres;
  readonly writer: Postgres;
  readonly data: Memcached;
  readonly cache: Cache;
}

/** Of a look that comes every two seconds: what answers later is left out of it. */
const deadlineMs = 1000;
const sqsDeadlines = { callMs: deadlineMs, attemptMs: 500 };

/** What a race has sold, and how its opening goes: counted on the standby, once for all who look. */
export const openSales = (
  env: Settings<'STATE_BUCKET_URL' | 'WATCHED_QUEUES'>,
  { reader, writer, data, cache }: Needs,
) => {
  const [first] = Object.values(env.WATCHED_QUEUES);
  const callSqs = openSqs(first?.url ?? '', process.env, sqsDeadlines);
  const readiness = s3Readiness(openBucket(env.STATE_BUCKET_URL, process.env));
  const figures = new PostgresOpeningFigures(reader, data);
  const samples = new PostgresOpeningSamples({ reader, writer });
  const look = lookAtOpening({
    figures,
    slow: cachedSlow(cache, figures),
    lines: new PostgresLineFigures(reader),
    outside: cachedOutside(cache, {
      queues: sqsQueueLengths(env.WATCHED_QUEUES, callSqs),
      readiness: () => within(readiness(), deadlineMs),
      report: (error) => log.warn('A part of an opening could not be looked at.', { reason: String(error) }),
    }),
    samples,
    report: (error) => log.warn('A sample of an opening was not complete, or not kept.', { reason: String(error) }),
  });
  return {
    sales: new CachedSales(cache, new PostgresSales(reader, data)),
    openings: new CachedOpenings(cache, look, samples),
  };
};
