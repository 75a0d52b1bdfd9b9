import { resolve } from 'node:path';
import { array, number, object } from 'valibot';
import { type Child, startChild } from '../start-child';

export interface Crowd {
  readonly processes: number;
  /** In all processes together. */
  readonly callers: number;
  /** How long the load of the value takes. */
  readonly loadMs: number;
  /** As in CacheOptions. */
  readonly waitMs?: number;
}

export interface Stampede {
  readonly loads: number;
  /** How many callers were given the value of their key. */
  readonly answers: number;
  /** How many processes loaded a value that anybody was given. */
  readonly loaders: number;
  /** Until the last caller had it. */
  readonly ms: number;
}

const Said = object({ loads: number(), loaders: array(number()), answers: number(), ms: number() });

/** Lets the crowd loose on a key that nobody has yet, once for each of `keys`. */
export const stampede = async (port: number, crowd: Crowd, keys: readonly string[]): Promise<Stampede[]> => {
  const { processes, callers, ...rest } = crowd;
  const file = resolve('bench/cache/stampede/call.ts');
  const children = Array.from({ length: processes }, () => startChild(file));
  const ask = (child: Child, key: string, some: number) => child.ask({ port, key, callers: some, ...rest }, Said);
  try {
    // All are up and connected before the first cold key: the crowd comes at once.
    await Promise.all(children.map((child, i) => ask(child, `warm:${i}`, 1)));
    const outcomes: Stampede[] = [];
    for (const key of keys) {
      const said = await Promise.all(children.map((child) => ask(child, key, callers / processes)));
      outcomes.push({
        loads: said.reduce((sum, { loads }) => sum + loads, 0),
        answers: said.reduce((sum, { answers }) => sum + answers, 0),
        loaders: new Set(said.flatMap(({ loaders }) => loaders)).size,
        ms: Math.max(...said.map(({ ms }) => ms)),
      });
    }
    return outcomes;
  } finally {
    await Promise.all(children.map((child) => child.stop()));
  }
};
