import type { Memcached } from '../../lambdas/platform/memcached/memcached';
import { type FreshMemcached, freshMemcached, patientMemcached } from './memcached';
import { type FreshDatabase, freshDatabase } from './postgres/database';

/** A database and a memcached for all tests of a file, from its first test to its last. */
export const openStores = () => {
  let database: FreshDatabase;
  let server: FreshMemcached;
  let memcached: Memcached;
  beforeAll(async () => {
    [database, server] = await Promise.all([freshDatabase(), freshMemcached()]);
    memcached = patientMemcached(server.url);
  });
  afterAll(async () => {
    memcached?.close();
    await Promise.all([database?.close(), server?.stop()]);
  });
  return {
    get database() {
      return database;
    },
    get memcached() {
      return memcached;
    },
    /** The memcached's port, for commands that its client does not have. */
    get memcachedPort() {
      return server.port;
    },
  };
};
