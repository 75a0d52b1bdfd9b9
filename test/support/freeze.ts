import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { until } from './until';

/** On Linux of each thread; the letter is after the name, which is in brackets and may hold anything: proc_pid_stat(5). */
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
 * SIGSTOP, and waits until it has come: sent is not stopped, and a thread that runs just then answers for a moment longer.
 */
export const freeze = async (pid: number): Promise<void> => {
  process.kill(pid, 'SIGSTOP');
  await until(() => hasStopped(pid));
};
