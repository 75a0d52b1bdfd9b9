import { readFileSync, writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/**
 * A generator often shares the machine with the system under test, and must keep its plan when that uses all CPU. Only root
 * may raise a priority. Without it a late generator is noticed, and its run is void.
 */

/** As `nice` counts: before all processes of normal priority. */
const priority = -10;

/** Starts processes with a higher priority. It is set before the start, because threads inherit it, the garbage collector's too. */
export const inAHurry = <T>(start: () => T): T => {
  const usual = getPriority();
  try {
    setPriority(priority);
  } catch {
    return start();
  }
  try {
    return start();
  } finally {
    setPriority(usual);
  }
};

const sessionOf = (pid: number | undefined) => `/proc/${pid}/autogroup`;

/**
 * Raises the priority of the session that a process leads. Linux first shares the CPU between sessions, and looks at `nice`
 * within each of them ([autogroup](https://man7.org/linux/man-pages/man7/sched.7.html)). Each process of the system under
 * test has a session of its own, so without this a generator gets as little as one of them.
 */
export const raiseSession = (pid: number | undefined): void => {
  try {
    writeFileSync(sessionOf(pid), String(priority));
  } catch {
    // Not root, or no Linux, or a kernel without such groups.
  }
};

/** Does work with the priority of this process's session raised. The session may be a terminal's, so it gets its own back. */
export const inRaisedSession = async <T>(work: () => Promise<T>): Promise<T> => {
  const session = sessionOf(process.pid);
  let usual: string | undefined;
  try {
    usual = / nice (-?\d+)/.exec(readFileSync(session, 'utf8'))?.[1];
  } catch {
    return work();
  }
  raiseSession(process.pid);
  try {
    return await work();
  } finally {
    try {
      if (usual !== undefined) writeFileSync(session, usual);
    } catch {
      // It was not raised either.
    }
  }
};
