import { randomUUID } from 'node:crypto';
import type { Invoke } from './deployed-function';
import { pause } from './pause';

interface Running {
  /** The function's name, for the event and the log. */
  readonly name: string;
  readonly everyMs: number;
  readonly invoke: Invoke;
  readonly log: (problem: string, error: unknown) => void;
  readonly signal: AbortSignal;
}

/** The event that EventBridge sends when a schedule fires. */
const scheduledEvent = (name: string, time: Date) => ({
  version: '0',
  id: randomUUID(),
  'detail-type': 'Scheduled Event',
  source: 'aws.events',
  account: '000000000000',
  time: `${time.toISOString().slice(0, 19)}Z`,
  region: 'us-east-1',
  resources: [`arn:aws:events:us-east-1:000000000000:rule/${name}`],
  detail: {},
});

/**
 * Invokes a function at once, to repair what a crash left, and then at every tick. Two runs never overlap: a run that
 * is still active when the next is due replaces it, and missed runs are not repeated. Resolves after the signal, when
 * the last run is finished.
 */
export const runSchedule = async ({ name, everyMs, invoke, log, signal }: Running): Promise<void> => {
  let due = performance.now();
  while (!signal.aborted) {
    await invoke(scheduledEvent(name, new Date())).catch((error: unknown) =>
      log(`${name}: the scheduled run failed.`, error),
    );
    const missed = Math.floor((performance.now() - due) / everyMs);
    due += (missed + 1) * everyMs;
    await pause(due - performance.now(), signal);
  }
};
