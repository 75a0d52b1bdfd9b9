import { resolve } from 'node:path';
import { type Best, bestOf, RoundSaid } from '../best-of';
import type { Round } from '../keep-in-flight';
import { startChild } from '../start-child';

/** What `Cache.get` has to do for an answer, the cheapest first, and the number of calls in flight. */
const levels = [
  { level: 'process', inFlight: 1 },
  { level: 'memcached', inFlight: 1 },
  { level: 'memcached', inFlight: 64 },
  { level: 'load', inFlight: 1 },
  { level: 'load', inFlight: 64 },
] as const;

export interface LevelCost extends Best {
  readonly level: string;
  readonly inFlight: number;
}

/** Measures what `Cache.get` costs at each level, one round of each in turn. */
export const compareLevels = async (
  port: number,
  { rounds, ms }: { rounds: number; ms: number },
): Promise<LevelCost[]> => {
  const child = startChild(resolve('bench/cache/levels/measure-levels.ts'));
  const measured = levels.map((cell) => ({ cell, took: Array.of<Round>() }));
  try {
    // The first round warms up the JIT compiler.
    for (let round = 0; round <= rounds; round++)
      for (const { cell, took } of measured) {
        const one = await child.ask({ port, ...cell, ms }, RoundSaid);
        if (round > 0) took.push(one);
      }
    return measured.map(({ cell, took }) => ({ ...cell, ...bestOf(took) }));
  } finally {
    await child.stop();
  }
};
