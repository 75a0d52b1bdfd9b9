import { count } from '../platform/observability';
import type { RunJobs } from './run-jobs';

/** Less than the timeout of the function (lib/event-sources.ts), so that the last step can end. */
const workMs = 45_000;

/** Runs on a schedule: the content of the event is not used. */
export const jobsWorker =
  (run: RunJobs, [announce, tell, tidy, write]: readonly [RunJobs, RunJobs, RunJobs, RunJobs], now: () => number) =>
  async (): Promise<void> => {
    const deadline = now() + workMs;
    // At once: none of them waits for another one's work.
    const [done, announced, told, , written] = await Promise.all([
      run(deadline),
      announce(deadline),
      tell(deadline),
      tidy(deadline),
      write(deadline),
    ]);
    if (done > 0) count('JobsDone', done);
    if (announced > 0) count('AnnouncementsDone', announced);
    if (written > 0) count('FilesWritten', written);
    if (told > 0) count('WebhooksQueued', told);
  };
