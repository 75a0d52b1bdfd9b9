import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { postgresDirectory } from './services/postgres';

/** What an instance keeps of its own. Tools and builds stay: they can be had again, but only with a network and time. */
const kept = ['postgres', 'queues', 'mail', 'processor', 'secrets.json', 'logs'];

/** Deletes everything earlier runs left in a data directory. Call as the owner of the instance lock. */
export const deleteData = (dataDirectory: string, say: (news: string) => void): void => {
  for (const name of kept) rmSync(join(dataDirectory, name), { recursive: true, force: true });
  rmSync(postgresDirectory(dataDirectory), { recursive: true, force: true });
  say(`deleted the database, queues, payments, mail counts, secrets and logs in ${dataDirectory}`);
};
