import { nextStep } from './pace';
import type { AnnouncementQueue, Taken } from './ports';

interface Needs {
  readonly queue: AnnouncementQueue;
  /** Copies what is new of a race's participants. */
  readonly catchUp: (raceId: string) => Promise<unknown>;
  /** Sends messages of the outbox. */
  readonly relay: (ids: readonly string[]) => Promise<unknown>;
  readonly newId: () => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<void>;
  readonly report: (error: unknown) => void;
}

/**
 * Orders the mails of announcements until `deadline`, in milliseconds since the epoch, as slowly as the road allows. Each step is
 * one transaction: after a crash or a stop the next worker goes on where it ended. Returns how many announcements are done.
 */
export const feedAnnouncements =
  ({ queue, catchUp, relay, newId, now, pause, report }: Needs) =>
  async (deadline: number): Promise<number> => {
    const feed = async (taken: Taken, lease: string): Promise<boolean> => {
      await catchUp(taken.raceId);
      while (now() < deadline) {
        const step = nextStep(await queue.road());
        if (step.kind === 'wait') {
          await queue.rest(taken, lease, step.seconds, step.why);
          return false;
        }
        const fed = await queue.feed(taken, lease, step.mails);
        if (fed.kind === 'lost') return false;
        // What is not sent now, the minute job sends.
        if (fed.ids.length > 0) await relay(fed.ids).catch(report);
        if (fed.kind === 'done') return true;
        // People who get no mail cost SES nothing.
        await pause(fed.ordered === 0 ? 0 : step.ms);
      }
      await queue.rest(taken, lease, 0);
      return false;
    };

    await queue.giveUpOld();
    let done = 0;
    while (now() < deadline) {
      const lease = newId();
      const taken = await queue.take(lease);
      if (!taken) break;
      if (await feed(taken, lease)) done++;
    }
    return done;
  };
