import { count } from '../platform/observability';
import type { RunJobs } from './run-jobs';

/** Less than the timeout of the function (lib/event-sources.ts), so that the last step can end. */
const workMs = 45_000;

/** Runs on a schedule: the content of the event is not used. */
export const jobsWorker = (run: RunJobs, announce: RunJobs, now: () => number) => async (): Promise<void> => {
  const deadline = now() + workMs;
  // At once, so that an announcement does not wait for a race that is cancelled, and cancelling does not wait for an announcement.
  const [done, announced] = await Promise.all([run(deadline), announce(deadline)]);
  if (done > 0) count('JobsDone', done);
  if (announced > 0) count('AnnouncementsDone', announced);
};
