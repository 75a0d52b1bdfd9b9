import { PostgresApiKeys } from '../../../api-keys/postgres-api-keys';
import type { Settings } from '../../../contract/settings';
import { log } from '../../../platform/observability';
import type { Postgres } from '../../../platform/postgres/postgres';
import { sha256 } from '../../../platform/signed-tokens';
import { uuid7 } from '../../../platform/uuid';
import { directResults } from '../../../results/direct-results';
import { PostgresNameErasures } from '../../../results/erase/postgres-name-erasures';
import { PostgresResultSets } from '../../../results/postgres-result-sets';
import { PostgresResultBatches } from '../../../results/take/postgres-result-batches';
import { now } from '../connections/clock';
import { outboxRelay } from '../connections/queues';
import { openLiveTicks } from '../race-day/live-ticks';

/** What a director does about results, and about the keys of who posts them. */
export const openResults = (env: Settings<'PUBLICATIONS_QUEUE_URL'>, postgres: Postgres) => ({
  apiKeys: new PostgresApiKeys(postgres, uuid7),
  results: directResults({
    sets: new PostgresResultSets(postgres, uuid7),
    batches: new PostgresResultBatches({ postgres, hash: sha256, newId: uuid7, now, orderTick: openLiveTicks(env) }),
    erasures: new PostgresNameErasures(postgres, uuid7),
    newId: uuid7,
    hash: sha256,
    now,
    relay: outboxRelay(postgres, { PUBLICATIONS_QUEUE_URL: env.PUBLICATIONS_QUEUE_URL }),
    report: (error) => log.error('Results are ordered, but not sent yet. The minute job publishes them.', error),
  }),
});
