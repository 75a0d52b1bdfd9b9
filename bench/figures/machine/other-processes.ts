import { readdirSync, readFileSync } from 'node:fs';

/** A process of this machine. Times are in hundredths of a second. */
export interface Process {
  readonly parent: number;
  readonly name: string;
  readonly own: number;
  /** Of its children that have ended, and that it waited for. */
  readonly ofChildren: number;
}

/** The first process takes over those whose parent has ended, ours too. The second starts the kernel's threads. */
const [firstPid, kernelPid] = [1, 2];

/** All processes; none where there is no /proc. */
export const readProcesses = (): ReadonlyMap<number, Process> => {
  const all = new Map<number, Process>();
  for (const pid of listed('/proc').map(Number).filter(Number.isInteger)) {
    const stat = text(`/proc/${pid}/stat`);
    if (stat === undefined) continue;
    // The name, in brackets, may hold any character.
    const [open, close] = [stat.indexOf('('), stat.lastIndexOf(')')];
    const fields = stat
      .slice(close + 2)
      .split(' ')
      .map(Number);
    const [parent = 0, user = 0, system = 0, childUser = 0, childSystem = 0] = [1, 11, 12, 13, 14].map(
      (n) => fields[n],
    );
    all.set(pid, {
      parent,
      name: stat.slice(open + 1, close),
      own: user + system,
      ofChildren: childUser + childSystem,
    });
  }
  return all;
};

/** Adds `root` and all its descendants to `ours`. A process that was ours once stays ours, when its parent has ended, too. */
export const addOurs = (all: ReadonlyMap<number, Process>, root: number, ours: Set<number>): void => {
  ours.add(root);
  for (let found = true; found; ) {
    found = false;
    for (const [pid, { parent }] of all)
      if (ours.has(parent) && !ours.has(pid)) {
        ours.add(pid);
        found = true;
      }
  }
};

/** In hundredths of a second. */
export interface TimeOfOthers {
  /** Of processes and of their children that have ended: it does not fall when a process ends and its parent waits for it. */
  readonly total: number;
  /** Of processes that are still there. */
  readonly byName: ReadonlyMap<string, number>;
}

/** What all processes have used that are not ours. The kernel works for everybody, and is left out. */
export const timeOfOthers = (all: ReadonlyMap<number, Process>, ours: ReadonlySet<number>): TimeOfOthers => {
  const byName = new Map<string, number>();
  let total = 0;
  for (const [pid, { parent, name, own, ofChildren }] of all) {
    if (ours.has(pid) || pid === kernelPid || parent === kernelPid) continue;
    byName.set(name, (byName.get(name) ?? 0) + own);
    total += own + (pid === firstPid ? 0 : ofChildren);
  }
  return { total, byName };
};

const listed = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

const text = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    // It has ended.
    return undefined;
  }
};
