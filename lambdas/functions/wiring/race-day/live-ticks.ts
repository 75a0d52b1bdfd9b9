import type { Settings } from '../../../contract/settings';
import { log } from '../../../platform/observability';
import { sqsLiveTicks } from '../../../results/publish/sqs-live-ticks';
import { openQueue } from '../connections/queues';

/** Orders the next version of results that are live. */
export const openLiveTicks = (env: Settings<'PUBLICATIONS_QUEUE_URL'>) =>
  sqsLiveTicks(openQueue(env.PUBLICATIONS_QUEUE_URL), (error) =>
    log.error('A live version is due, and was not ordered. The minute job publishes it.', error),
  );
