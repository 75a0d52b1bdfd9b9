import { execFileSync } from 'node:child_process';
import { cpus, loadavg, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { postgresBinaries } from '../../local/services/postgres-binaries';
import { startServer } from '../cache/servers';
import type { Made, Size } from './results';

const said = (program: string, ...args: readonly string[]): string => {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return 'unknown';
  }
};

/** The commit; a `+` says that files were changed since. */
const commit = (): string => {
  const hash = said('git', 'rev-parse', '--short=10', 'HEAD');
  return hash !== 'unknown' && said('git', 'status', '--porcelain') !== '' ? `${hash}+` : hash;
};

const memcachedVersion = async (): Promise<string> => {
  const server = await startServer();
  const version = await server.say('version');
  await server.kill();
  return version.replace('VERSION ', '');
};

export type Environment = Omit<Made, 'date' | 'busy'>;

/** What is the same for all benchmarks of a run. */
export const describeEnvironment = async (command: string, size: Size): Promise<Environment> => {
  const [core] = cpus();
  return {
    command,
    size,
    commit: commit(),
    machine: `${cpus().length} cores of ${core?.model ?? 'an unknown kind'}, ${(totalmem() / 2 ** 30).toFixed(0)} GB`,
    node: process.version,
    postgres: said(join(postgresBinaries(resolve('.')), 'postgres'), '--version').replace(/^.*\) /, ''),
    memcached: await memcachedVersion(),
  };
};

/** What differs between the benchmarks of a run. */
export const describeNow = (): Pick<Made, 'date' | 'busy'> => ({
  date: new Date().toISOString().slice(0, 10),
  busy: (loadavg()[0] ?? 0) / cpus().length,
});
