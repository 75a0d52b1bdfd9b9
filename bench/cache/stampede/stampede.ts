import { resolve } from 'node:path';
import { array, number, object } from 'valibot';
import { type Child, startChild } from '../start-child';

export interface Crowd {
  readonly processes: number;
  /** In all processes. */
  readonly callers: number;
  /** Milliseconds that loading the value takes. */
  readonly loadMs: number;
  /** As in CacheOptions. */
  readonly waitMs?: number;
}

export interface Stampede {
  readonly loads: number;
  /** Callers who got the value of their key. */
  readonly answers: number;
  /** Processes whose loaded value some caller got. */
  readonly loaders: number;
  /** Milliseconds until the last caller had the value. */
  readonly ms: number;
}

const Said = object({ loads: number(), loaders: array(number()), answers: number(), ms: number() });

/** Sends the crowd at a key that is in no cache yet, once for each of `keys`. */
export const stampede = async (port: number, crowd: Crowd, keys: readonly string[]): Promise<Stampede[]> => {
  const { processes, callers, ...rest } = crowd;
  const file = resolve('bench/cache/stampede/call.ts');
  const children = Array.from({ length: processes }, () => startChild(file));
  const ask = (child: Child, key: string, some: number) => child.ask({ port, key, callers: some, ...rest }, Said);
  try {
    // All processes are up and connected before the first cold key, so that all callers ask at once.
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
