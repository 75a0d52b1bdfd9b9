import { chownSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../local/services/free-port';
import { postgresBinaries, postgresUser } from '../../../local/services/postgres-binaries';
import { createCluster, startServer, whenAnswering, writePrivate } from '../../../local/services/postgres-server';

/**
 * A PostgreSQL in a directory that is deleted with it. Resolves when it answers; its superuser `postgres` has this
 * password.
 */
export const startThrowawayCluster = async (
  password: string,
  settings: Parameters<typeof startServer>[0]['settings'],
) => {
  const directory = mkdtempSync(join(tmpdir(), 'startline-test-'));
  const user = postgresUser();
  if (user) chownSync(directory, user.uid, user.gid);
  const [data, log, passwordFile] = [join(directory, 'data'), join(directory, 'log'), join(directory, 'password')];
  writePrivate(passwordFile, password);
  writePrivate(log, '');
  const binaries = postgresBinaries(process.cwd());
  await createCluster(binaries, data, passwordFile);
  const port = await freePort();
  const server = await startServer({ binaries, data, port, log, settings, leftovers: directory });
  await whenAnswering(server, `postgres://postgres:${password}@127.0.0.1:${port}/postgres`, log);
  return { server, port };
};
