import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { until } from './until';

/**
 * The process state; on Linux, of each thread. The letter follows the name, which is in brackets and may hold anything:
 * proc_pid_stat(5).
 */
const hasStopped = (pid: number): boolean => {
  const threads = `/proc/${pid}/task`;
  if (!existsSync(threads))
    return execFileSync('ps', ['-o', 'state=', '-p', String(pid)], { encoding: 'utf8' })
      .trim()
      .startsWith('T');
  return readdirSync(threads).every((thread) =>
    /\) T [^)]*$/.test(readFileSync(`${threads}/${thread}/stat`, 'latin1')),
  );
};

/**
 * Sends SIGSTOP, and waits until it has taken effect: a thread that runs at that moment answers for a little longer.
 */
export const freeze = async (pid: number): Promise<void> => {
  process.kill(pid, 'SIGSTOP');
  await until(() => hasStopped(pid));
};
