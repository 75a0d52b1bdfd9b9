import type { CancelForDirector } from '../registration/change/cancel-for-director';
import type { Job, JobFailure, JobQueue } from './ports';

interface Needs {
  readonly jobs: JobQueue;
  /** Nothing of the race is sold any more. */
  readonly shut: (raceId: string) => Promise<void>;
  readonly cancel: CancelForDirector;
  readonly newId: () => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<void>;
  readonly report: (error: unknown) => void;
}

/** Refunds a second: the processor allows 25 to one account. */
const msPerRefund = 50;
/** More refunds than this do not wait for the processor at once. */
export const mostUnsettled = 500;
/** How long a job rests whose refunds wait for the processor, or whose last registrations cannot be cancelled yet. */
export const restSeconds = 30;

/** Works on what is to be done until `deadline`, in milliseconds since the epoch. Returns how many jobs it finished. */
export type RunJobs = (deadline: number) => Promise<number>;

/**
 * Takes one job after the other. A job is done in small steps, each in a transaction of its own and safe to repeat: it may
 * be stopped between two of them, and after a crash somebody else begins where the rows say.
 */
export const runJobs = ({ jobs, shut, cancel, newId, now, pause, report }: Needs): RunJobs => {
  const cancelOne = async ({ refundPercent }: Job, id: string): Promise<JobFailure | undefined> => {
    try {
      const answer = await cancel(id, refundPercent);
      switch (answer.kind) {
        case 'cancelled':
          return undefined;
        case 'settling':
          return 'settling';
        // It ended otherwise since the list was read.
        case 'no-spot':
        case 'not-found':
          return undefined;
        case 'dispute-open':
          throw new Error(`a director was told that registration ${id} is disputed, which binds only runners`);
      }
    } catch (error) {
      report(error);
      return 'error';
    }
  };

  const work = async (job: Job, lease: string, deadline: number): Promise<boolean> => {
    await shut(job.raceId);
    let after: string | undefined;
    for (;;) {
      const ids = await jobs.left(job, after);
      if (ids.length === 0) return (await jobs.end(job, lease)) === 'done';
      if ((await jobs.unsettled(job)) >= mostUnsettled) {
        await jobs.letGo(job, lease, restSeconds);
        return false;
      }
      for (const id of ids) {
        if (!(await jobs.goesOn(job, lease))) return false;
        if (now() >= deadline) {
          await jobs.letGo(job, lease, 0);
          return false;
        }
        const beganAt = now();
        await jobs.note(job, id, await cancelOne(job, id));
        await pause(Math.max(0, beganAt + msPerRefund - now()));
        after = id;
      }
    }
  };

  return async (deadline) => {
    let done = 0;
    while (now() < deadline) {
      const lease = newId();
      const job = await jobs.take(lease);
      if (!job) break;
      if (await work(job, lease, deadline)) done++;
    }
    return done;
  };
};
