import { execFile } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { postgresUser } from './postgres-binaries';
import { type SupervisedProgram, startSupervised } from './supervised-program';

export interface PostgresServer {
  readonly binaries: string;
  readonly data: string;
  readonly port: number;
  readonly log: string;
  readonly settings: Readonly<Record<string, string | number>>;
  readonly leftovers?: string;
}

const run = promisify(execFile);

/** Creates an empty cluster. It gets its final name last, so that an interrupted creation is never used. */
export const createCluster = async (binaries: string, data: string, passwordFile: string): Promise<void> => {
  const half = `${data}.half`;
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half, { mode: 0o700 });
  const user = postgresUser();
  if (user) chownSync(half, user.uid, user.gid);
  const flags = [
    '-U',
    'postgres',
    '-A',
    'scram-sha-256',
    '-E',
    'UTF8',
    '--no-locale',
    '--no-sync',
    '--no-instructions',
  ];
  await run(join(binaries, 'initdb'), ['-D', half, `--pwfile=${passwordFile}`, ...flags], {
    ...user,
    cwd: half,
    env: { LC_ALL: 'C', PATH: process.env.PATH },
  });
  renameSync(half, data);
};

const commandOf = async (pid: number): Promise<string> => {
  try {
    return (await run('ps', ['-o', 'command=', '-p', String(pid)])).stdout;
  } catch {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    } catch {
      return '';
    }
  }
};

/**
 * Removes postmaster.pid after a kill -9. The pid in it may belong to another process by now, and PostgreSQL would
 * refuse to start. If it is still the old server, the server is stopped. Call only while holding the data directory's
 * instance lock. Throws when the old server does not stop within 20 s.
 */
export const clearStalePostmaster = async (data: string): Promise<void> => {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  const isOurs = async () => pid > 1 && (await commandOf(pid)).includes(data);
  for (let waited = 0; await isOurs(); waited += 200) {
    if (waited % 5_000 === 0) process.kill(pid, waited < 15_000 ? 'SIGINT' : 'SIGQUIT');
    if (waited > 20_000)
      throw new Error(`An old PostgreSQL (pid ${pid}) still uses ${data} and does not stop: kill it.`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  rmSync(file, { force: true });
};

/** Starts the server. It does not answer before `whenAnswering` resolves. */
export const startServer = ({
  binaries,
  data,
  port,
  log,
  settings,
  leftovers,
}: PostgresServer): Promise<SupervisedProgram> => {
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: '', ...settings };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return startSupervised(join(binaries, 'postgres'), ['-D', data, '-p', String(port), ...flags], {
    log,
    stopSignal: 'INT',
    user: postgresUser(),
    cwd: data,
    env: { LC_ALL: 'C' },
    leftovers,
  });
};

/** Waits until the server accepts connections. Rejects with the end of its log when it ends or takes too long. */
export const whenAnswering = async (
  server: SupervisedProgram,
  url: string,
  log: string,
  seconds = 60,
): Promise<void> => {
  let ended: string | undefined;
  void server.exited.then((how) => {
    ended = how;
  });
  const giveUp = Date.now() + seconds * 1000;
  while (!ended && Date.now() < giveUp) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
  const tail = readFileSync(log, 'utf8').trimEnd().split('\n').slice(-5).join('\n');
  throw new Error(`PostgreSQL ${ended ?? `did not answer within ${seconds} s`}. The end of ${log}:\n${tail}`);
};

/** Runs statements one after the other on a new connection. */
export const administer = async (url: string, statements: readonly string[]): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
};

/** Writes a file that only PostgreSQL's user can read. */
export const writePrivate = (file: string, text: string): void => {
  writeFileSync(file, text, { mode: 0o600 });
  const user = postgresUser();
  if (user) chownSync(file, user.uid, user.gid);
};
