import { readFileSync, writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/**
 * As `nice` counts: before all processes of normal priority. A generator often shares the machine with the system under test, and
 * must keep its plan when that uses all CPU. Only root may raise a priority. Without it a late generator is noticed, and its run
 * is void.
 */
const raised = -10;

/** Starts processes with a raised priority. It is set before the start, because threads inherit it, the garbage collector's too. */
export const startRaised = <T>(start: () => T): T => {
  const usual = getPriority();
  try {
    setPriority(raised);
  } catch {
    return start();
  }
  try {
    return start();
  } finally {
    setPriority(usual);
  }
};

const autogroupOf = (pid: number | undefined) => `/proc/${pid}/autogroup`;

const setNice = (pid: number | undefined, nice: number | string): void => {
  try {
    writeFileSync(autogroupOf(pid), String(nice));
  } catch {
    // Not root, or no Linux, or a kernel without autogroups.
  }
};

/** Undefined where there are no autogroups. */
const niceOf = (pid: number): string | undefined => {
  try {
    return / nice (-?\d+)/.exec(readFileSync(autogroupOf(pid), 'utf8'))?.[1];
  } catch {
    return undefined;
  }
};

/**
 * Raises the priority of the autogroup of a process: of all processes in its session. Linux first shares the CPU between
 * autogroups, and looks at `nice` within each of them (https://man7.org/linux/man-pages/man7/sched.7.html). Each process of the
 * system under test has an autogroup of its own, so without this a generator gets as little as one of them.
 */
export const raiseAutogroup = (pid: number | undefined): void => setNice(pid, raised);

/** Does work while the autogroup of this process is raised. It may be that of a terminal, so its priority is set back afterwards. */
export const inRaisedAutogroup = async <T>(work: () => Promise<T>): Promise<T> => {
  const usual = niceOf(process.pid);
  if (usual === undefined) return work();
  setNice(process.pid, raised);
  try {
    return await work();
  } finally {
    setNice(process.pid, usual);
  }
};
