import { chownSync, mkdtempSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../local/services/free-port';
import { postgresBinaries, postgresUser } from '../../local/services/postgres-binaries';
import { grantStatements, type Passwords, postgresUrl, roleStatements } from '../../local/services/postgres-roles';
import {
  administer,
  createCluster,
  startServer,
  whenAnswering,
  writePrivate,
} from '../../local/services/postgres-server';
import type { Tethered } from '../../local/services/tether';
import { migrateTemplate } from './migrate-template';

/** Where a test worker finds the server, and the passwords of its roles. */
export interface DatabaseServer {
  readonly port: number;
  readonly passwords: Passwords;
}

export const template = 'migrated_template';

const passwords: Passwords = { postgres: 'of-tests', owner: 'of-tests', registrar: 'of-tests' };

/** Nothing here survives a power cut, and nothing has to: that makes it several times faster. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: 300,
  max_wal_senders: 0,
  wal_level: 'minimal',
  autovacuum: 'off',
};

let started: Promise<{ server: Tethered; about: DatabaseServer }> | undefined;
let door: Server | undefined;

const startDatabases = async (): Promise<{ server: Tethered; about: DatabaseServer }> => {
  const directory = mkdtempSync(join(tmpdir(), 'startline-test-'));
  const user = postgresUser();
  if (user) chownSync(directory, user.uid, user.gid);
  const passwordFile = join(directory, 'password');
  writePrivate(passwordFile, passwords.postgres);
  const binaries = postgresBinaries(process.cwd());
  const data = join(directory, 'data');
  await createCluster(binaries, data, passwordFile);
  const [port, log] = [await freePort(), join(directory, 'postgres.log')];
  writePrivate(log, '');
  const server = await startServer({ binaries, data, port, log, settings, leftovers: directory });
  const urlOf = (role: 'postgres' | 'owner', database: string) => postgresUrl(role, passwords, port, database);
  await whenAnswering(server, urlOf('postgres', 'postgres'), log);
  await administer(urlOf('postgres', 'postgres'), [
    ...roleStatements(passwords),
    `CREATE DATABASE ${template} OWNER owner`,
  ]);
  await administer(urlOf('postgres', template), grantStatements);
  await migrateTemplate(urlOf('owner', template));
  return { server, about: { port, passwords } };
};

/**
 * Jest's globalSetup. The server is owned by jest's own process, because workers come and go, and starts when the first
 * test asks for a database: runs without one do not wait for it.
 */
export default async (): Promise<void> => {
  door = createServer((socket) => {
    socket.on('error', () => undefined);
    started ??= startDatabases();
    started.then(
      ({ about }) => socket.end(JSON.stringify(about)),
      (error: Error) => socket.end(JSON.stringify({ error: error.message })),
    );
  });
  const port = await freePort();
  await new Promise<void>((resolve) => door?.listen(port, '127.0.0.1', resolve));
  door.unref();
  process.env.STARTLINE_TEST_DATABASES = String(port);
};

/** The other half: stops what was started. */
export const stopDatabases = async (): Promise<void> => {
  door?.close();
  const running = await started?.catch(() => undefined);
  await running?.server.stop();
};
