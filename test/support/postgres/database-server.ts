import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { grantStatements, type Passwords, postgresUrl, roleStatements } from '../../../local/services/postgres-roles';
import { administer } from '../../../local/services/postgres-server';
import type { SupervisedProgram } from '../../../local/services/supervised-program';
import { startThrowawayCluster } from '../../../local/services/throwaway-cluster';
import { migrateTemplate } from './migrate-template';

/** Where a test worker finds the server, and the passwords of its roles. */
export interface DatabaseServer {
  readonly port: number;
  readonly passwords: Passwords;
}

export const template = 'migrated_template';

const passwords: Passwords = { postgres: 'of-tests', owner: 'of-tests', registrar: 'of-tests' };

/** Nothing here must survive a power cut; without that guarantee PostgreSQL is several times faster. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: 300,
  max_wal_senders: 0,
  wal_level: 'minimal',
  autovacuum: 'off',
};

let started: Promise<{ server: SupervisedProgram; about: DatabaseServer }> | undefined;
let door: Server | undefined;

const startDatabases = async (): Promise<{ server: SupervisedProgram; about: DatabaseServer }> => {
  const { server, port } = await startThrowawayCluster(passwords.postgres, settings);
  const urlOf = (role: 'postgres' | 'owner', database: string) => postgresUrl(role, passwords, port, database);
  await administer(urlOf('postgres', 'postgres'), [
    ...roleStatements(passwords),
    `CREATE DATABASE ${template} OWNER owner`,
  ]);
  await administer(urlOf('postgres', template), grantStatements);
  await migrateTemplate(urlOf('owner', template));
  return { server, about: { port, passwords } };
};

/**
 * Part of jest's globalSetup. Jest's own process owns the server, because workers come and go. It starts when the first
 * test asks for a database: runs without one do not wait for it.
 */
export const openDatabases = async (): Promise<void> => {
  door = createServer((socket) => {
    socket.on('error', () => undefined);
    started ??= startDatabases();
    started.then(
      ({ about }) => socket.end(JSON.stringify(about)),
      (error: Error) => socket.end(JSON.stringify({ error: error.message })),
    );
  });
  await once(door.listen(0, '127.0.0.1'), 'listening');
  const address = door.address();
  door.unref();
  process.env.STARTLINE_TEST_DATABASES = String(typeof address === 'object' && address?.port);
};

/** The other half: stops what was started. */
export const stopDatabases = async (): Promise<void> => {
  door?.close();
  const running = await started?.catch(() => undefined);
  await running?.server.stop();
};
