import { openRunFolder } from './once-per-run';
import { openDatabases } from './postgres/database-server';

/** Jest's globalSetup: opens what all tests share. Each part is made when the first test asks for it. */
export default async (): Promise<void> => {
  openRunFolder();
  await openDatabases();
};
