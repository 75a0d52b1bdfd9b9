import { count, log } from '../platform/observability';
import type { RunJobs } from './run-jobs';

/** Less than the timeout of the function (lib/event-sources.ts), so that the last step can end. */
const workMs = 45_000;

interface Work {
  readonly cancel: RunJobs;
  readonly announce: RunJobs;
  readonly tell: RunJobs;
  readonly tidy: RunJobs;
  readonly write: RunJobs;
}

/** What is counted of each kind of work. */
const metrics: readonly (readonly [kind: keyof Work, metric?: string])[] = [
  ['cancel', 'JobsDone'],
  ['announce', 'AnnouncementsDone'],
  ['tell', 'WebhooksQueued'],
  ['tidy'],
  ['write', 'FilesWritten'],
];

/** Runs on a schedule: the content of the event is not used. Throws the first failure once all work has ended, and logs the others. */
export const jobsWorker = (work: Work, now: () => number) => async (): Promise<void> => {
  const deadline = now() + workMs;
  // At once: none of them waits for another one's work. Lambda stops what still runs when the handler ends, in the middle of a
  // transaction, so the work that fails first does not end the others.
  const ended = await Promise.allSettled(
    metrics.map(async ([kind, metric]) => {
      const done = await work[kind](deadline);
      if (metric && done > 0) count(metric, done);
    }),
  );
  const failures = ended.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
  for (const failure of failures.slice(1)) log.error('More work failed in the same minute.', failure);
  if (failures.length > 0) throw failures[0];
};
