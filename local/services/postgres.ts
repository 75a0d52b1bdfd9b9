import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { hasCode } from '../has-code';
import { isReachable, postgresBinaries, postgresUser } from './postgres-binaries';
import { grantStatements, type Passwords, postgresUrl, type Role, roleStatements } from './postgres-roles';
import {
  administer,
  clearStalePostmaster,
  createCluster,
  startServer,
  whenAnswering,
  writePrivate,
} from './postgres-server';
import type { SupervisedProgram } from './supervised-program';

export const databaseName = 'startline';

/** fsync stays on, because Aurora keeps what it confirmed. */
const settings = {
  wal_level: 'replica',
  wal_keep_size: '512MB',
  max_wal_size: '2GB',
  max_wal_senders: 10,
  max_connections: 300,
  shared_buffers: '128MB',
  hot_standby_feedback: 'on',
  checkpoint_timeout: '10min',
};

interface Options {
  readonly repository: string;
  readonly dataDirectory: string;
  readonly ports: { readonly primary: number; readonly standby: number };
  readonly say: (news: string) => void;
  readonly countsStatements?: boolean | undefined;
}

/** See https://www.postgresql.org/docs/17/pgstatstatements.html. */
const countingStatements = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track_planning': 'on',
};

/** The owner reads what was counted. */
const statementCounts = [
  'CREATE EXTENSION IF NOT EXISTS pg_stat_statements',
  'GRANT pg_read_all_stats TO owner',
  'GRANT EXECUTE ON FUNCTION pg_stat_statements_reset TO owner',
];

export interface Databases {
  readonly passwords: Passwords;
  readonly urlOf: (role: Role, server?: 'primary' | 'standby') => string;
  readonly startPrimary: () => Promise<SupervisedProgram>;
  /** Resolves when the standby follows the primary. */
  readonly startStandby: () => Promise<SupervisedProgram>;
  /** Makes the standby a new copy of the primary. Call only while neither server runs. */
  readonly rebuildStandby: () => Promise<void>;
}

const run = promisify(execFile);

/**
 * The folder of PostgreSQL's files. PostgreSQL does not run as root. If root keeps the repository where other users
 * have no access (/root), the files must be elsewhere.
 */
export const postgresDirectory = (dataDirectory: string): string =>
  !postgresUser() || isReachable(dataDirectory)
    ? join(dataDirectory, 'postgres')
    : join('/var/tmp', `startline-${createHash('sha256').update(dataDirectory).digest('hex').slice(0, 12)}`);

const makePasswords = (directory: string): Passwords => {
  const file = join(directory, 'passwords.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const random = () => randomBytes(18).toString('base64url');
  const passwords: Passwords = { postgres: random(), owner: random(), registrar: random() };
  writeFileSync(`${file}.new`, JSON.stringify(passwords), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return passwords;
};

const isStreaming = async (url: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query("SELECT 1 FROM pg_stat_wal_receiver WHERE status = 'streaming'");
    return rows.length === 1;
  } finally {
    await client.end().catch(() => undefined);
  }
};

/**
 * A real PostgreSQL and a standby that follows it, created at the first start. Call only while holding the instance
 * lock.
 */
export const openDatabases = async ({
  repository,
  dataDirectory,
  ports,
  say,
  countsStatements = false,
}: Options): Promise<Databases> => {
  const binaries = postgresBinaries(repository);
  // Secret files are readable by their owner only. PostgreSQL's user must be able to pass through the folder, but not
  // to list it.
  if (postgresUser() && isReachable(dirname(dataDirectory)))
    chmodSync(dataDirectory, statSync(dataDirectory).mode | 0o011);
  const directory = postgresDirectory(dataDirectory);
  mkdirSync(directory, { recursive: true, mode: 0o755 });
  const user = postgresUser();
  const owners = user ? [0, user.uid] : [process.getuid?.() ?? 0];
  if (!owners.includes(statSync(directory).uid)) throw new Error(`${directory} belongs to another user: delete it.`);
  if (user) chownSync(directory, user.uid, user.gid);
  const [primary, standby] = [join(directory, 'primary'), join(directory, 'standby')];
  const passwords = makePasswords(directory);
  writePrivate(join(directory, 'password'), passwords.postgres);
  writePrivate(join(directory, 'pgpass'), `127.0.0.1:${ports.primary}:*:postgres:${passwords.postgres}\n`);
  for (const server of ['primary', 'standby'])
    if (!existsSync(join(directory, `${server}.log`))) writePrivate(join(directory, `${server}.log`), '');
  if (!existsSync(primary)) {
    rmSync(standby, { recursive: true, force: true });
    await createCluster(binaries, primary, join(directory, 'password'));
  }
  await Promise.all([clearStalePostmaster(primary), clearStalePostmaster(standby)]);

  const urlOf: Databases['urlOf'] = (role, server = 'primary') =>
    postgresUrl(role, passwords, ports[server], databaseName);
  const superuser = (server: 'primary' | 'standby') => postgresUrl('postgres', passwords, ports[server], 'postgres');

  const rebuildStandby = async () => {
    await clearStalePostmaster(primary);
    rmSync(standby, { recursive: true, force: true });
    rmSync(`${standby}.half`, { recursive: true, force: true });
    await run('cp', ['-a', primary, `${standby}.half`]);
    writePrivate(join(`${standby}.half`, 'standby.signal'), '');
    renameSync(`${standby}.half`, standby);
  };
  if (!existsSync(standby)) await rebuildStandby();

  const all = { ...settings, ...(countsStatements ? countingStatements : {}) };
  const startPrimary = async () => {
    await clearStalePostmaster(primary);
    const log = join(directory, 'primary.log');
    const server = await startServer({ binaries, data: primary, port: ports.primary, log, settings: all });
    await whenAnswering(server, superuser('primary'), log);
    await administer(superuser('primary'), roleStatements(passwords));
    await administer(superuser('primary'), [`CREATE DATABASE ${databaseName} OWNER owner`]).catch((error: unknown) => {
      if (!hasCode(error, '42P04')) throw error;
    });
    await administer(urlOf('postgres'), [...grantStatements, ...(countsStatements ? statementCounts : [])]);
    return server;
  };

  const startStandby = async () => {
    await clearStalePostmaster(standby);
    const log = join(directory, 'standby.log');
    const from = `host=127.0.0.1 port=${ports.primary} user=postgres application_name=standby passfile=${join(directory, 'pgpass')}`;
    const server = await startServer({
      binaries,
      data: standby,
      port: ports.standby,
      log,
      settings: { ...all, primary_conninfo: from },
    });
    await whenAnswering(server, superuser('standby'), log);
    for (const giveUp = Date.now() + 60_000; Date.now() < giveUp; ) {
      if (await isStreaming(superuser('standby'))) return server;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await server.stop();
    say(`the standby does not follow the primary; see ${log}`);
    throw new Error('The standby does not follow the primary.');
  };

  return { passwords, urlOf, startPrimary, startStandby, rebuildStandby };
};
