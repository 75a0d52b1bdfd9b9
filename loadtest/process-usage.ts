import { readdirSync, readFileSync } from 'node:fs';

/** What a process and all it started have used so far. */
export interface Usage {
  readonly cpuSeconds: number;
  /** Read and written by its system calls, files and sockets alike; absent where the kernel does not tell us. */
  readonly bytes?: number;
}

interface Process {
  readonly parent: number;
  readonly ticks: number;
}

/** Linux counts CPU time for programs in hundredths of a second, whatever its own clock does (proc(5), USER_HZ). */
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
    // The name, in brackets, may hold anything.
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

/** All there are, or nothing where there is no /proc. What ended has left its time to its parent. */
const allProcesses = (): ReadonlyMap<number, Process> => {
  const pids = (attempt(() => readdirSync('/proc')) ?? []).map(Number).filter(Number.isInteger);
  return new Map(
    pids.flatMap((pid) => {
      const found = readStat(pid);
      return found ? [[pid, found] as const] : [];
    }),
  );
};

/** By name; whoever is not there, or on a system that does not tell, is left out, and so are we ourselves. */
export const readUsage = (
  pids: readonly { readonly name: string; readonly pid: number }[],
): ReadonlyMap<string, Usage> => {
  const all = allProcesses();
  const childrenOf = new Map<number, number[]>();
  for (const [pid, { parent }] of all) childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), pid]);
  // Each process counts once: who is listed by himself is no part of who started him, and we are no part of the system.
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
