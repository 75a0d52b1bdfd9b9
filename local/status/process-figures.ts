import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

export interface ProcessFigures {
  readonly name: string;
  readonly pid: number;
  readonly state: string;
  readonly restarts: number;
  readonly since: string;
  /** Resident memory. For PostgreSQL only that of its first process. */
  readonly megabytes: number | null;
}

interface Listed {
  readonly name: string;
  readonly pid: number;
  readonly state: string;
  readonly restarts: number;
  readonly since: number;
}

const residentKilobytes = async (pid: number): Promise<number | undefined> => {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    try {
      return Number((await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])).stdout);
    } catch {
      return undefined;
    }
  }
};

/** The supervisor's list of processes, with the present memory of each. */
export const readProcesses = async (file: string): Promise<readonly ProcessFigures[]> => {
  const listed: readonly Listed[] = JSON.parse(await readFile(file, 'utf8'));
  return Promise.all(
    listed.map(async ({ name, pid, state, restarts, since }) => {
      const kilobytes = await residentKilobytes(pid);
      const megabytes = kilobytes === undefined || Number.isNaN(kilobytes) ? null : Math.round(kilobytes / 1024);
      return { name, pid, state, restarts, since: new Date(since).toISOString(), megabytes };
    }),
  );
};
