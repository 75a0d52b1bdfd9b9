import { forgetCanaries } from '../ledger/canary-rows';
import { migrate } from '../migrations/migrate';
import { openPostgres } from '../platform/postgres/open-postgres';
import { canaryEventId } from '../races/canary-race';
import { makeCanaryRace } from '../races/postgres-race-register';
import { instrument, log } from './wiring/connections/observability';
import { readEnv } from './wiring/connections/read-env';

const env = readEnv('migrate-database');

/** One migration may take as long as the function may run. A paused database takes half a minute to wake. */
const postgres = openPostgres(env.OWNER_DATABASE_URL, {
  maxConnections: 1,
  statementTimeoutMs: 14 * 60_000,
  connectionTimeoutMs: 60_000,
});

export const handler = instrument('migrate-database', async () => {
  const applied = await migrate(postgres);
  // Here, because this function runs at each deployment, before the canary does.
  await makeCanaryRace(postgres);
  // Rows that stay longer than they need to must not keep a release away.
  await forgetCanaries(postgres, canaryEventId).catch((error: unknown) =>
    log.error('Old rows of the canary could not be deleted; the next deployment tries again.', error),
  );
  return { applied };
});
