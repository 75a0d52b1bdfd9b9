import { openDatabases } from './postgres/database-server';
import { openRunFolder } from './once-per-run';

/** Jest's globalSetup: opens what all tests share. Each part is made when the first test asks for it. */
export default async (): Promise<void> => {
  openRunFolder();
  await openDatabases();
};
