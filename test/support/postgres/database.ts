import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { openPostgres } from '../../../lambdas/platform/postgres/open-postgres';
import type { Postgres } from '../../../lambdas/platform/postgres/postgres';
import { postgresUrl } from '../../../local/services/postgres-roles';
import { administer } from '../../../local/services/postgres-server';
import { type DatabaseServer, template } from './database-server';

export interface FreshDatabase {
  /** Connects like the functions: role `registrar`. */
  readonly url: string;
  /** Connects like the migrations: role `owner`. */
  readonly ownerUrl: string;
  /** Connects as the superuser, for faults. Nothing deployed does. */
  readonly superuserUrl: string;
  readonly postgres: Postgres;
  /** Ends every connection, drops the database. */
  close(): Promise<void>;
}

const findServer = async (): Promise<DatabaseServer> => {
  const port = Number(process.env.STARTLINE_TEST_DATABASES);
  if (!port) throw new Error('Tests with a database need globalSetup test/support/begin-run.ts in jest.config.mjs.');
  const answer = await new Promise<string>((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1');
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.once('end', () => resolve(text));
    socket.once('error', reject);
  });
  const about = JSON.parse(answer);
  if (about.error) throw new Error(`The tests' PostgreSQL did not start: ${about.error}`);
  return about;
};

/**
 * Waits for half a second at most. A pool has ended before its connections are closed, and a connection that is ended by
 * force then fails the test.
 */
const untilLeft = (name: string) => `DO $$ BEGIN
  FOR look IN 1..10 LOOP
    EXIT WHEN NOT EXISTS (SELECT 1 FROM pg_stat_activity WHERE datname = '${name}');
    PERFORM pg_sleep(0.05), pg_stat_clear_snapshot();
  END LOOP;
END $$`;

/** An empty migrated database, in the one real PostgreSQL of this jest run. The first one takes 2–3 s. */
export const freshDatabase = async (): Promise<FreshDatabase> => {
  const { port, passwords } = await findServer();
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = postgresUrl('postgres', passwords, port, 'postgres');
  await administer(admin, [`CREATE DATABASE ${name} TEMPLATE ${template} OWNER owner STRATEGY file_copy`]);
  const url = postgresUrl('registrar', passwords, port, name);
  const postgres = openPostgres(url);
  const close = async () => {
    await postgres.close();
    await administer(admin, [untilLeft(name), `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`]);
  };
  const ownerUrl = postgresUrl('owner', passwords, port, name);
  return { url, ownerUrl, superuserUrl: postgresUrl('postgres', passwords, port, name), postgres, close };
};
