import { runJobs } from '../jobs/run-jobs';
import { jobsWorker } from '../jobs/worker';
import { pause } from './wiring/connections/clock';
import { openDataCache } from './wiring/connections/data-cache';
import { instrument, log } from './wiring/connections/observability';
import { openPostgres } from './wiring/connections/open-postgres';
import { readEnv } from './wiring/connections/read-env';
import { openAnnouncementFeed } from './wiring/console/announcements';
import { openFileWriting } from './wiring/console/exports';
import { openJobs } from './wiring/console/jobs';
import { openTidying } from './wiring/console/uploads';
import { openWebhookFeed } from './wiring/console/webhooks';

const env = readEnv('run-jobs');
const postgres = openPostgres(env.DATABASE_URL, { maxConnections: 3 });
const { data, races } = openDataCache(env, postgres);

export const handler = instrument(
  'run-jobs',
  jobsWorker(
    {
      cancel: runJobs({
        ...openJobs(env, postgres, data, races),
        now: Date.now,
        pause,
        report: (error) => log.error('A registration of a cancelled race could not be cancelled.', error),
      }),
      announce: openAnnouncementFeed(env, postgres),
      tell: openWebhookFeed(env, postgres),
      tidy: openTidying(env, postgres),
      write: openFileWriting(env, postgres),
    },
    Date.now,
  ),
);
