import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openPostgres } from '../../../lambdas/platform/postgres/open-postgres';
import type { Postgres } from '../../../lambdas/platform/postgres/postgres';
import { databaseName, postgresDirectory } from '../../../local/services/postgres';
import { postgresUrl, type Role } from '../../../local/services/postgres-roles';
import type { RunningSystem } from './running-system';

type System = Pick<RunningSystem, 'dataDir' | 'ports'>;

/** Where a role reads and writes the database of a running system. */
export const databaseUrl = (
  { dataDir, ports }: System,
  role: Role,
  port: 'primary' | 'standby' = 'primary',
): string => {
  const passwords = JSON.parse(readFileSync(join(postgresDirectory(dataDir), 'passwords.json'), 'utf8'));
  return postgresUrl(role, passwords, ports[port], databaseName);
};

/** Work on the database with the rights of the functions. */
export const withDatabase = async <T>(system: System, work: (postgres: Postgres) => Promise<T>): Promise<T> => {
  const postgres = openPostgres(databaseUrl(system, 'registrar'), { maxConnections: 1 });
  try {
    return await work(postgres);
  } finally {
    await postgres.close();
  }
};
