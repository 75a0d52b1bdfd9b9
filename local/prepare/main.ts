import { liveAsChild } from '../child-life';
import { readSettings } from '../read-settings';
import { prepareDatabase } from './prepare-database';

const { FUNCTIONS, OWNER_DATABASE_URL, SEED } = readSettings('FUNCTIONS', 'OWNER_DATABASE_URL', 'SEED');
await prepareDatabase({
  functions: FUNCTIONS,
  ownerUrl: OWNER_DATABASE_URL,
  seed: SEED === 'yes',
  now: () => new Date(),
});
liveAsChild('prepare', async () => undefined);
