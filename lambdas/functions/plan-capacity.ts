import { planCapacity } from '../capacity/plan-capacity';
import { PostgresOpenings } from '../capacity/postgres-openings';
import { sqsOrders } from '../capacity/sqs-orders';
import { planWorker } from '../capacity/worker';
import { instrument } from '../platform/observability';
import { openPostgres } from '../platform/postgres/open-postgres';
import { openQueue } from './wiring/queues';
import { readEnv } from './wiring/read-env';

const env = readEnv('plan-capacity');

export const handler = instrument(
  'plan-capacity',
  planWorker(
    planCapacity({
      openings: new PostgresOpenings(openPostgres(env.DATABASE_URL, { maxConnections: 1 })),
      orders: sqsOrders(openQueue(env.CAPACITY_QUEUE_URL)),
    }),
  ),
);
