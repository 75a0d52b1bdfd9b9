import { chownSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port';
import { postgresBinaries, postgresUser } from './postgres-binaries';
import { createCluster, startServer, whenAnswering, writePrivate } from './postgres-server';

/** Where Linux has files in memory, and how many bytes must be free there. */
const inMemory = { folder: '/dev/shm', bytes: 4 * 2 ** 30 } as const;

/**
 * Each file of tests has a database of some hundred files. On ext4 the search for inodes of such files took a third of the CPU of
 * tests with a database.
 */
const folderForClusters = (): string => {
  try {
    const { bavail, bsize } = statfsSync(inMemory.folder);
    if (bavail * bsize > inMemory.bytes) return inMemory.folder;
  } catch {
    // Another system than Linux.
  }
  return tmpdir();
};

/**
 * A PostgreSQL in a directory that is deleted with it. Resolves when it answers; its superuser `postgres` has this
 * password.
 */
export const startThrowawayCluster = async (
  password: string,
  settings: Parameters<typeof startServer>[0]['settings'],
) => {
  const directory = mkdtempSync(join(folderForClusters(), 'startline-cluster-'));
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
