import { LambdaWarmEnvironments } from '../capacity/lambda-warm-environments';
import { RdsDatabaseFloor } from '../capacity/rds-database-floor';
import { S3CapacityStates } from '../capacity/s3-capacity-states';
import { setCapacity } from '../capacity/set-capacity';
import { setWorker } from '../capacity/worker';
import { openBucket } from '../platform/aws/call-s3';
import { now } from './wiring/connections/clock';
import { instrument, log } from './wiring/connections/observability';
import { readEnv } from './wiring/connections/read-env';

const { CAPACITY_TARGETS: targets, STATE_BUCKET_URL } = readEnv('set-capacity');

export const handler = instrument(
  'set-capacity',
  setWorker(
    setCapacity({
      targets,
      environments: new LambdaWarmEnvironments(),
      databaseFloor: new RdsDatabaseFloor(),
      now,
      report: (part, error) => log.error('The capacity of a part could not be read or set.', error, { part }),
    }),
    targets,
    new S3CapacityStates(openBucket(STATE_BUCKET_URL, process.env)),
  ),
);
