import { number, object } from 'valibot';
import { awsEnvironment, functionAddresses } from '../../../local/addresses';
import { makeSecrets } from '../../../local/services/secrets/make-secrets';
import { secretIds } from '../../../local/services/secrets/secret-ids';
import type { Child } from '../../cache/start-child';
import type { OwnSystem } from '../system/own-system';

/** The first answer of each server in this folder. */
export const Started = object({ port: number() });
const Cpu = object({ user: number(), system: number() });

/** CPU seconds a server has used so far. */
export const cpuOf = async (child: Child): Promise<number> => {
  const { user, system } = await child.ask({ kind: 'cpu' }, Cpu);
  return (user + system) / 1e6;
};

/** The variables of a function of this system. */
export const environmentOf = ({ system }: OwnSystem): Readonly<Record<string, string>> => {
  const { database, reader, ownerDatabase } = system.urls;
  return {
    ...functionAddresses(system.ports, { writer: database, reader, owner: ownerDatabase }),
    ...awsEnvironment(system.ports),
  };
};

/** Lets `api-door.ts` answer for this function, and returns its address. */
export const openDoor = async (
  own: OwnSystem,
  door: Child,
  name: 'browse-races' | 'browse-results',
): Promise<string> => {
  const functions = `${own.dataDir}/build/functions`;
  const originSecret = makeSecrets(`${own.dataDir}/secrets.json`)[secretIds.origin]?.current ?? '';
  const question = { kind: 'start', name, functions, originSecret, environment: environmentOf(own) };
  return `http://localhost:${(await door.ask(question, Started)).port}`;
};
