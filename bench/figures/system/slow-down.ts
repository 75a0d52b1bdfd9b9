import { setTimeout } from 'node:timers/promises';

/** Milliseconds. Short enough not to look like a failure, and long enough for a timer of Node. */
const periodMs = 120;

const signal = (pid: number, name: 'SIGSTOP' | 'SIGCONT'): void => {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended, or is being started again.
  }
};

/**
 * Lets our processes run for only this share of the time, until the returned function is called. The result resembles a
 * slower machine, with its stalls. `pids` is asked again for each period.
 */
export const slowDown = (pids: () => readonly number[], share: number): (() => Promise<void>) => {
  let goesOn = true;
  const going = (async () => {
    while (goesOn) {
      const stopped = pids();
      for (const pid of stopped) signal(pid, 'SIGSTOP');
      await setTimeout(periodMs * (1 - share));
      for (const pid of stopped) signal(pid, 'SIGCONT');
      await setTimeout(periodMs * share);
    }
  })();
  return () => {
    goesOn = false;
    return going;
  };
};
