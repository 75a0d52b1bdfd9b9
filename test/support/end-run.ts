import { stopDatabases } from './postgres/database-server';
import { removeRunFolder } from './once-per-run';

/** Jest's globalTeardown. */
export default async (): Promise<void> => {
  removeRunFolder();
  await stopDatabases();
};
