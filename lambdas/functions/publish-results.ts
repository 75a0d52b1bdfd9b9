import { createHash } from 'node:crypto';
import { announceResults } from '../feed/postgres-announcements';
import { openBucket } from '../platform/aws/call-s3';
import { uuid7 } from '../platform/uuid';
import { PostgresRaceTidying } from '../results/erase/postgres-race-tidying';
import { tidyRace } from '../results/erase/tidy-race';
import { PostgresResultVersions } from '../results/publish/postgres-result-versions';
import { publicationWorker } from '../results/publish/publication-worker';
import { point, publishSet } from '../results/publish/publish-set';
import { S3ResultFiles } from '../results/publish/s3-result-files';
import { instrument } from './wiring/connections/observability';
import { openPostgres } from './wiring/connections/open-postgres';
import { readEnv } from './wiring/connections/read-env';
import { openFollowing } from './wiring/race-day/following';
import { openLiveTicks } from './wiring/race-day/live-ticks';

const env = readEnv('publish-results');
const postgres = openPostgres(env.DATABASE_URL, { maxConnections: 1 });
const versions = new PostgresResultVersions(postgres, announceResults(uuid7));
const tidying = new PostgresRaceTidying(postgres);
const files = new S3ResultFiles(openBucket(env.RESULTS_BUCKET_URL, process.env));
const { resultsPace: paceOf } = openFollowing(env, postgres);
/** 72 bits: the name of a file. */
const hash = (content: string) => createHash('sha256').update(content).digest('base64url').slice(0, 12);

export const handler = instrument(
  'publish-results',
  publicationWorker(
    publishSet({
      ...{ versions, files, hash, newId: uuid7, paceOf },
      orderTick: openLiveTicks(env),
      clock: () => performance.now(),
    }),
    versions,
    tidyRace({ tidying, files, hash, newId: uuid7, point: (raceId) => point(raceId, versions, files, paceOf) }),
    tidying,
  ),
);
