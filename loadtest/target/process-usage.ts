import { readdirSync, readFileSync } from 'node:fs';

/** What a process and all its descendants have used so far. */
export interface Usage {
  readonly cpuSeconds: number;
  /**
   * Bytes read and written by its system calls, files and sockets alike. Absent where the kernel does not report them.
   */
  readonly bytes?: number;
}

interface Process {
  readonly parent: number;
  readonly ticks: number;
}

/**
 * Linux counts CPU time for programs in hundredths of a second, whatever the frequency of its own clock
 * ([proc(5)](https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html), USER_HZ).
 */
const ticksPerSecond = 100;

const attempt = <T>(work: () => T): T | undefined => {
  try {
    return work();
  } catch {
    return undefined;
  }
};

const readStat = (pid: number): Process | undefined =>
  attempt(() => {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name, in brackets, may hold any character.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [parent = 0, user = 0, system = 0, childUser = 0, childSystem = 0] = [1, 11, 12, 13, 14].map(
      (n) => fields[n],
    );
    return { parent, ticks: user + system + childUser + childSystem };
  });

const readBytes = (pid: number): number | undefined =>
  attempt(() => {
    const text = readFileSync(`/proc/${pid}/io`, 'latin1');
    return ['rchar', 'wchar'].reduce(
      (sum, name) => sum + Number(new RegExp(`^${name}: (\\d+)`, 'm').exec(text)?.[1]),
      0,
    );
  });

/** All processes, or none where there is no /proc. A process that has ended has left its time to its parent. */
const allProcesses = (): ReadonlyMap<number, Process> => {
  const pids = (attempt(() => readdirSync('/proc')) ?? []).map(Number).filter(Number.isInteger);
  return new Map(
    pids.flatMap((pid) => {
      const found = readStat(pid);
      return found ? [[pid, found] as const] : [];
    }),
  );
};

/** Usage by name. A process that is gone or cannot be read is left out, and so is this process itself. */
export const readUsage = (
  pids: readonly { readonly name: string; readonly pid: number }[],
): ReadonlyMap<string, Usage> => {
  const all = allProcesses();
  const childrenOf = new Map<number, number[]>();
  for (const [pid, { parent }] of all) childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), pid]);
  // Each process counts once: a listed process is no part of its parent, and this process is no part of the system.
  const apart = new Set([process.pid, ...pids.map(({ pid }) => pid)]);
  const family = (pid: number): readonly number[] => [
    pid,
    ...(childrenOf.get(pid) ?? []).filter((child) => !apart.has(child)).flatMap(family),
  ];

  return new Map(
    pids.flatMap(({ name, pid }) => {
      if (!all.has(pid) || pid === process.pid) return [];
      const members = family(pid);
      const ticks = members.reduce((sum, one) => sum + (all.get(one)?.ticks ?? 0), 0);
      const bytes = members.map(readBytes);
      const isTold = bytes.every((count) => count !== undefined && Number.isFinite(count));
      const usage: Usage = {
        cpuSeconds: ticks / ticksPerSecond,
        ...(isTold && { bytes: bytes.reduce<number>((sum, count) => sum + (count ?? 0), 0) }),
      };
      return [[name, usage] as const];
    }),
  );
};
