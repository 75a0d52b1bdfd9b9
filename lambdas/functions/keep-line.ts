import { hash } from 'node:crypto';
import { isOverdue, readBeacon } from '../line/draw/chain';
import { keepWorker } from '../line/draw/keep-worker';
import { PostgresDrawRecords } from '../line/draw/postgres-draw-records';
import { PostgresDraws } from '../line/draw/postgres-draws';
import { publishEnd, publishProof } from '../line/draw/publish-proof';
import { S3ProofFiles } from '../line/draw/s3-proof-files';
import { sqsErrands } from '../line/draw/sqs-errands';
import { openBucket } from '../platform/aws/call-s3';
import { instrument } from './wiring/connections/observability';
import { openPostgres } from './wiring/connections/open-postgres';
import { openQueue } from './wiring/connections/queues';
import { readEnv } from './wiring/connections/read-env';

const env = readEnv('keep-line');
const postgres = openPostgres(env.DATABASE_URL, { maxConnections: 1 });
const records = new PostgresDrawRecords(postgres);
const files = new S3ProofFiles(openBucket(env.PROOF_BUCKET_URL, process.env));
const sha256OfHex = (text: string) => hash('sha256', Buffer.from(text.replace(/[^0-9a-f]/g, ''), 'hex'), 'hex');

export const handler = instrument(
  'keep-line',
  keepWorker({
    draws: new PostgresDraws(postgres, readBeacon(env.BEACON_URLS).chain),
    errands: sqsErrands(openQueue(env.LINE_ERRANDS_QUEUE_URL), Date.now),
    publishProof: publishProof({ records, files, sha256OfHex }),
    publishEnd: publishEnd({ records, files }),
    isOverdue,
  }),
);
