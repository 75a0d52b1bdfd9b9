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

/** A process of the system, by its name. */
interface Named {
  readonly name: string;
  readonly pid: number;
}

/** Each of `pids` that is there, with its descendants. */
const readFamilies = (pids: readonly Named[]) => {
  const all = allProcesses();
  const childrenOf = new Map<number, number[]>();
  for (const [pid, { parent }] of all) childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), pid]);
  // Each process counts once: a listed process is no part of its parent, and this process is no part of the system.
  const apart = new Set([process.pid, ...pids.map(({ pid }) => pid)]);
  const family = (pid: number): readonly number[] => [
    pid,
    ...(childrenOf.get(pid) ?? []).filter((child) => !apart.has(child)).flatMap(family),
  ];
  return pids.flatMap(({ name, pid }) => {
    if (!all.has(pid) || pid === process.pid) return [];
    const members = family(pid);
    return [{ name, members, ticks: members.reduce((sum, one) => sum + (all.get(one)?.ticks ?? 0), 0) }];
  });
};

/** Usage by name. A process that is gone or cannot be read is left out, and so is this process itself. */
export const readUsage = (pids: readonly Named[]): ReadonlyMap<string, Usage> =>
  new Map(
    readFamilies(pids).map(({ name, members, ticks }) => {
      const bytes = members.map(readBytes);
      const isTold = bytes.every((count) => count !== undefined && Number.isFinite(count));
      const usage: Usage = {
        cpuSeconds: ticks / ticksPerSecond,
        ...(isTold && { bytes: bytes.reduce<number>((sum, count) => sum + (count ?? 0), 0) }),
      };
      return [name, usage] as const;
    }),
  );

/** Megabytes that no other process has, and the share of what several have. */
const readMegabytes = (pid: number): number | undefined =>
  attempt(() => {
    const [, kilobytes] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1')) ?? [];
    return Number(kilobytes) / 1_000;
  });

/** Megabytes by name, of each process with its descendants. A process that is gone or cannot be read is left out. */
export const readMemory = (pids: readonly Named[]): ReadonlyMap<string, number> =>
  new Map(
    readFamilies(pids).flatMap(({ name, members: [first = 0, ...others] }) => {
      const own = readMegabytes(first);
      // A descendant that has ended meanwhile has nothing any more.
      return own === undefined
        ? []
        : [[name, others.reduce((sum, one) => sum + (readMegabytes(one) ?? 0), own)] as const];
    }),
  );
