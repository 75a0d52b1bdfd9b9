import { setTimeout } from 'node:timers/promises';

/** Short enough that nobody takes it for a failure, long enough for a timer of ours. */
const periodMs = 120;

const signal = (pid: number, name: 'SIGSTOP' | 'SIGCONT'): void => {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended, or is being started anew.
  }
};

/**
 * Lets processes of ours run for only such a share of the time, until it is told to stop: as on a machine whose cores are
 * that much slower, and with all its stalls. `pids` is asked anew each time.
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
