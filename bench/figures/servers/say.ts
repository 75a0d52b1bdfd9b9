import { number, object } from 'valibot';
import type { Child } from '../../cache/start-child';

/** The first answer of each server in this folder. */
export const Started = object({ port: number() });
const Cpu = object({ user: number(), system: number() });

/** CPU seconds a server has used so far. */
export const cpuOf = async (child: Child): Promise<number> => {
  const { user, system } = await child.ask({ kind: 'cpu' }, Cpu);
  return (user + system) / 1e6;
};
