import { type FunctionName, needs } from '../../contract/functions';

/** The environment variables a function needs. Throws when any is missing, and names them all. */
export const readEnv = <Name extends FunctionName>(name: Name) => {
  type Key = (typeof needs)[Name][number];
  const keys: readonly Key[] = needs[name];
  const missing = keys.filter((key) => !process.env[key]);
  if (missing.length > 0) throw new Error(`${name} cannot start: set ${missing.join(', ')} in its environment.`);
  return Object.fromEntries(keys.map((key) => [key, process.env[key]])) as Readonly<Record<Key, string>>;
};
