import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasCode } from './has-code';

interface Instance {
  readonly pid: number;
  /** Tells a process from a later one with the same number. */
  readonly startedAt: string;
  readonly port: number;
}

const startOf = (pid: number): string | undefined => {
  try {
    // After the name, which may hold anything, comes field 3; the start is field 22.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ');
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    try {
      return (
        execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' }).trim() ||
        undefined
      );
    } catch {
      return undefined;
    }
  }
};

const read = (file: string): Instance | undefined => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
};

export interface Lock {
  /** Whether an instance before us ended without cleaning up: its processes may still be stopping. */
  readonly wasStale: boolean;
  release(): void;
}

/** One instance for a data directory. Throws when another lives; takes over from one that was killed. */
export const lockInstance = (dataDirectory: string, port: number): Lock => {
  const file = join(dataDirectory, 'instance.json');
  const mine: Instance = { pid: process.pid, startedAt: startOf(process.pid) ?? '', port };
  const release = () => {
    if (read(file)?.pid === process.pid) rmSync(file, { force: true });
  };
  for (let wasStale = false; ; wasStale = true) {
    try {
      writeFileSync(file, JSON.stringify(mine), { flag: 'wx' });
      return { wasStale, release };
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
    const other = read(file);
    if (other && startOf(other.pid) === other.startedAt)
      throw new Error(
        `Startline already runs from ${dataDirectory}: process ${other.pid}, http://localhost:${other.port}. Stop it with Ctrl-C there, or start a second one with STARTLINE_PORT=8100 STARTLINE_DATA=.startline-2 npm start.`,
      );
    rmSync(file, { force: true });
  }
};
