import { removeRunFolder } from './once-per-run';
import { stopDatabases } from './postgres/database-server';

/** Jest's globalTeardown. */
export default async (): Promise<void> => {
  removeRunFolder();
  await stopDatabases();
};
