import { type FunctionName, needs } from '../../../contract/functions';
import { readSetting, type Settings } from '../../../contract/settings';

/** The settings a function needs. Throws when any is missing, and names them all, or when one cannot be used. */
export const readEnv = <Name extends FunctionName>(name: Name): Settings<(typeof needs)[Name][number]> => {
  type Key = (typeof needs)[Name][number];
  const keys: readonly Key[] = needs[name];
  const missing = keys.filter((key) => !process.env[key]);
  if (missing.length > 0) throw new Error(`${name} cannot start: set ${missing.join(', ')} in its environment.`);
  return Object.fromEntries(keys.map((key) => [key, readSetting(key, process.env[key] ?? '')])) as Settings<Key>;
};
