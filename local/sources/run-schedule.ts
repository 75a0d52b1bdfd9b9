import { randomUUID } from 'node:crypto';
import type { Invoke } from './deployed-function';
import { pause } from './pause';

interface Running {
  /** Of the function, for the event and the log. */
  readonly name: string;
  readonly everyMs: number;
  readonly invoke: Invoke;
  readonly log: (problem: string, error: unknown) => void;
  readonly signal: AbortSignal;
}

/** What EventBridge sends when a schedule fires. */
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
 * Invokes a function at once, to mend what a crash left, and then at every tick. A run that is still going when the next
 * is due takes its place: never two at once, and nothing is made up for. Resolves after the signal, when the last is done.
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
