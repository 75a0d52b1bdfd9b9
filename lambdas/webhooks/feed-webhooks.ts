import type { WebhookDelivery, WebhookLog } from './ports';

interface Needs {
  readonly log: Pick<WebhookLog, 'races' | 'tellOfRace' | 'takeDue' | 'forget'>;
  /** Copies what is new of a race's participants, and writes the messages about it. */
  readonly catchUp: (raceId: string) => Promise<unknown>;
  readonly send: (deliveries: readonly WebhookDelivery[]) => Promise<void>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<void>;
}

const mostAtOnce = 100;
/** The first repeat comes after five seconds. */
const pauseMs = 2000;

/**
 * Writes what happened in races with webhooks, and queues the messages that are due, until `deadline`. Returns how many were
 * queued. Where no race has a webhook, it is two statements.
 */
export const feedWebhooks =
  ({ log, catchUp, send, now, pause }: Needs) =>
  async (deadline: number): Promise<number> => {
    let queued = 0;
    await log.forget();
    for (;;) {
      const races = await log.races();
      for (const raceId of races) {
        await catchUp(raceId);
        await log.tellOfRace(raceId);
      }
      for (;;) {
        const due = await log.takeDue(mostAtOnce);
        if (due.length > 0) await send(due);
        queued += due.length;
        if (due.length < mostAtOnce) break;
      }
      if (races.length === 0 || now() + pauseMs >= deadline) return queued;
      await pause(pauseMs);
    }
  };
