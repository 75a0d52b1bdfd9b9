import type { Settings } from '../../../contract/settings';
import { log } from '../../../platform/observability';
import type { Postgres } from '../../../platform/postgres/postgres';
import { sha256 } from '../../../platform/signed-tokens';
import { uuid7 } from '../../../platform/uuid';
import { directResults } from '../../../results/direct-results';
import { PostgresResultBatches } from '../../../results/postgres-result-batches';
import { PostgresEntrants, PostgresResultSets } from '../../../results/postgres-result-sets';
import { outboxRelay } from '../connections/queues';

/** What a director does about results. */
export const openResults = (env: Settings<'PUBLICATIONS_QUEUE_URL'>, postgres: Postgres) => ({
  results: directResults({
    sets: new PostgresResultSets(postgres, uuid7),
    entrants: new PostgresEntrants(postgres),
    batches: new PostgresResultBatches({ postgres, hash: sha256, newId: uuid7 }),
    newId: uuid7,
    hash: sha256,
    relay: outboxRelay(postgres, { PUBLICATIONS_QUEUE_URL: env.PUBLICATIONS_QUEUE_URL }),
    report: (error) => log.error('Results are ordered, but not sent yet. The minute job publishes them.', error),
  }),
});
