import { migrate } from '../migrations/migrate';
import { instrument } from '../platform/observability';
import { openPostgres } from '../platform/postgres/open-postgres';
import { readEnv } from './wiring/read-env';

const env = readEnv('migrate-database');

/** One migration may take as long as the function may run. A paused database takes half a minute to wake. */
const postgres = openPostgres(env.OWNER_DATABASE_URL, {
  maxConnections: 1,
  statementTimeoutMs: 14 * 60_000,
  connectionTimeoutMs: 60_000,
});

export const handler = instrument('migrate-database', async () => ({ applied: await migrate(postgres) }));
