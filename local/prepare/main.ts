import { runAsChild } from '../child-process-main';
import { readSettings } from '../read-settings';
import { prepareDatabase } from './prepare-database';

const { FUNCTIONS, OWNER_DATABASE_URL, SEED, RACES } = readSettings('FUNCTIONS', 'OWNER_DATABASE_URL', 'SEED', 'RACES');
await prepareDatabase({
  functions: FUNCTIONS,
  ownerUrl: OWNER_DATABASE_URL,
  seed: SEED === 'yes',
  races: JSON.parse(RACES),
  now: () => new Date(),
});
runAsChild('prepare', async () => undefined);
