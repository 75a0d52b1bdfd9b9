import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasCode } from '../has-code';

interface Instance {
  readonly pid: number;
  /** Tells the process from a later process with the same pid. */
  readonly startedAt: string;
  readonly port: number;
}

const startOf = (pid: number): string | undefined => {
  try {
    // The name comes first and may contain anything. Field 3 follows it; field 22 is the start time.
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
  /** Whether an earlier instance ended without cleaning up. Its processes may still be stopping. */
  readonly wasStale: boolean;
  release(): void;
}

/** Allows one instance per data directory. Throws when another one runs; takes over the lock of a killed one. */
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
