import { count } from '../platform/observability';
import type { RunJobs } from './run-jobs';

/** Less than the timeout of the function (lib/event-sources.ts), so that the last step can end. */
const workMs = 45_000;

/** Runs on a schedule: the content of the event is not used. */
export const jobsWorker = (run: RunJobs, now: () => number) => async (): Promise<void> => {
  const done = await run(now() + workMs);
  if (done > 0) count('JobsDone', done);
};
