import type { CancelForDirector } from '../registration/change/cancel-for-director';
import type { Job, JobFailure, JobQueue } from './ports';

interface Needs {
  readonly jobs: JobQueue;
  /** Ends the sale of the race for good. */
  readonly shut: (raceId: string) => Promise<void>;
  readonly cancel: CancelForDirector;
  readonly newId: () => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<void>;
  readonly report: (error: unknown) => void;
}

/** The least time from one refund to the next: 20 refunds a second. The processor allows 25 to one account. */
const msPerRefund = 50;
/** When so many refunds of a race wait for the processor, its job rests. */
export const maxUnsettledRefunds = 500;
/** How long a job rests when refunds wait for the processor, or when the last registrations cannot be cancelled yet. */
const restSeconds = 30;

/** Works on jobs until `deadline`, in milliseconds since the epoch. Returns how many jobs it finished. */
export type RunJobs = (deadline: number) => Promise<number>;

/**
 * Takes one job after the other. A job is done in small steps. Each has a transaction of its own and is safe to repeat. A job may be
 * stopped between two steps. After a crash, another worker finds what is left in the rows.
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
        // The registration ended in another way after the list was read.
        case 'no-spot':
        case 'not-found':
          return undefined;
        // It is refunded once the bank has decided for us. Until then a director may end it without a refund.
        case 'dispute-open':
          return 'disputed';
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
      if (ids.length === 0 && (await jobs.end(job, lease))) return true;
      if (ids.length === 0 || (await jobs.unsettled(job)) >= maxUnsettledRefunds) {
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
