import { runAsChild } from '../child-process-main';
import { readSettings } from '../read-settings';
import { prepareDatabase } from './prepare-database';

const { FUNCTIONS, OWNER_DATABASE_URL, SEED, RACES, ORDERS, DIRECTOR, TOLD, PEOPLED } = readSettings(
  'FUNCTIONS',
  'OWNER_DATABASE_URL',
  'SEED',
  'RACES',
  'ORDERS',
  'DIRECTOR',
  'TOLD',
  'PEOPLED',
);
await prepareDatabase({
  functions: FUNCTIONS,
  ownerUrl: OWNER_DATABASE_URL,
  seed: SEED === 'yes',
  races: JSON.parse(RACES),
  orders: JSON.parse(ORDERS),
  director: JSON.parse(DIRECTOR) ?? undefined,
  isTold: TOLD === 'yes',
  isPeopled: PEOPLED === 'yes',
  now: () => new Date(),
});
runAsChild('prepare', async () => undefined);
