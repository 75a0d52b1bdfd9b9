import { resolve } from 'node:path';
import { type Best, bestOf, RoundSaid } from '../best-of';
import type { Round } from '../keep-in-flight';
import { startChild } from '../start-child';
import { type Contestant, contestants } from './contestants';
import { loads, type Operation, operations } from './operations';

export interface Cost extends Best {
  readonly contestant: Contestant;
  readonly operation: Operation;
  readonly inFlight: number;
}

/**
 * Runs each client in a process of its own, one round of each in turn. A busy moment of the machine then affects all
 * alike.
 */
export const compareClients = async (port: number, { rounds, ms }: { rounds: number; ms: number }): Promise<Cost[]> => {
  const file = resolve('bench/cache/clients/measure-client.ts');
  const children = contestants.map((contestant) => ({ contestant, child: startChild(file) }));
  const cells = operations.flatMap((operation) => loads.map((inFlight) => ({ operation, inFlight })));
  const costs: Cost[] = [];
  try {
    // Warms up the JIT compiler: with one request at a time it would need minutes to find the hot functions.
    for (const operation of operations)
      for (const { contestant, child } of children)
        await child.ask({ port, contestant, operation, inFlight: 512, ms: 2 * ms }, RoundSaid);
    for (const cell of cells) {
      const took = new Map<Contestant, Round[]>(contestants.map((contestant) => [contestant, []]));
      for (let round = 0; round < rounds; round++)
        for (const { contestant, child } of children)
          took.get(contestant)?.push(await child.ask({ port, contestant, ...cell, ms }, RoundSaid));
      for (const [contestant, measured] of took) costs.push({ contestant, ...cell, ...bestOf(measured) });
    }
    return costs;
  } finally {
    await Promise.all(children.map(({ child }) => child.stop()));
  }
};
