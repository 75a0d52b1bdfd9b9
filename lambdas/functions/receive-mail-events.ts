import { eventsWorker } from '../mail/events/events-worker';
import { PostgresMailEvents } from '../mail/events/postgres-mail-events';
import { isDataFault } from '../platform/retry';
import { count, instrument, log } from './wiring/connections/observability';
import { openPostgres } from './wiring/connections/open-postgres';
import { readEnv } from './wiring/connections/read-env';

const env = readEnv('receive-mail-events');

export const handler = instrument(
  'receive-mail-events',
  eventsWorker({
    mailEvents: new PostgresMailEvents(openPostgres(env.DATABASE_URL, { maxConnections: 1 })),
    alerts: { count, ...log },
    isPoison: isDataFault,
  }),
);
