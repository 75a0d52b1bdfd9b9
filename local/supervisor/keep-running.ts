import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

/** A process of the system. `exited` resolves with words about its end. */
export interface Running {
  readonly pid: number;
  readonly exited: Promise<string>;
  stop(): Promise<void>;
}

export interface Supervised {
  readonly name: string;
  readonly pid: number;
  readonly restarts: number;
  /** Milliseconds since the epoch. */
  readonly since: number;
  /** `down`: between two attempts to start it. */
  readonly state: 'running' | 'down' | 'stopped';
  stop(): Promise<void>;
}

interface Options {
  readonly say: (news: string) => void;
  readonly changed: () => void;
  readonly firstPauseMs?: number;
  readonly longestPauseMs?: number;
}

/** After this time a process counts as healthy, and the pause before a restart starts small again. */
const healthyMs = 60_000;

const firstLine = (error: unknown) => (error instanceof Error ? error.message : String(error)).split('\n')[0];

/**
 * Starts a process and restarts it whenever it ends, after a pause that doubles. Rejects when the first start fails,
 * because a retry would not help.
 */
export const keepRunning = async (
  name: string,
  start: () => Promise<Running>,
  { say, changed, firstPauseMs = 200, longestPauseMs = 10_000 }: Options,
): Promise<Supervised> => {
  const stopping = new AbortController();
  const stopped = once(stopping.signal, 'abort');
  let running = await start();
  let [state, since, restarts]: [Supervised['state'], number, number] = ['running', Date.now(), 0];
  let pauseMs = firstPauseMs;

  const startAgain = async (reason: string): Promise<void> => {
    for (let how = reason; !stopping.signal.aborted; ) {
      say(`${name} ${how}; starting it again in ${pauseMs / 1_000} s`);
      await pause(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      pauseMs = Math.min(longestPauseMs, pauseMs * 2);
      if (stopping.signal.aborted) return;
      try {
        running = await start();
        return;
      } catch (error) {
        how = `did not start (${firstLine(error)})`;
      }
    }
  };

  const watch = async (): Promise<void> => {
    for (;;) {
      const how = await Promise.race([running.exited, stopped.then(() => 'stopped')]);
      if (stopping.signal.aborted) return;
      if (Date.now() - since > healthyMs) pauseMs = firstPauseMs;
      state = 'down';
      changed();
      await startAgain(how);
      if (stopping.signal.aborted) return;
      [state, since, restarts] = ['running', Date.now(), restarts + 1];
      say(`${name} runs again`);
      changed();
    }
  };
  const watching = watch();
  changed();

  return {
    name,
    get pid() {
      return running.pid;
    },
    get restarts() {
      return restarts;
    },
    get since() {
      return since;
    },
    get state() {
      return state;
    },
    async stop() {
      state = 'stopped';
      stopping.abort();
      await watching;
      await running.stop();
    },
  };
};
