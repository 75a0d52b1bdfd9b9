import { resolve } from 'node:path';
import * as v from 'valibot';
import { startChild } from '../../cache/start-child';
import { type Benchmark, type Stage, sizeOf } from '../benchmark';
import { connections, contestants } from '../generators/contestants';
import { cpuOfChild } from '../generators/cpu-of-child';
import { figuresOf, type Measured } from '../results';
import { Started } from '../servers/say';
import { number } from '../words';

/** Each generator runs twice, and the difference counts: starting and compiling are not the cost of a request. */
interface Size {
  readonly shorter: number;
  readonly longer: number;
}

/** Each takes about as many seconds. */
const sizes = {
  full: { shorter: 3, longer: 12 },
  short: { shorter: 1, longer: 3 },
} as const satisfies Record<string, Size>;

const Count = v.object({ requests: v.number() });

interface Effort {
  readonly requests: number;
  readonly cpuSeconds: number;
}

export const measureGenerators = async (
  { shorter, longer }: Size,
  { say, signal }: Stage,
  those = contestants,
): Promise<Measured> => {
  const server = startChild(resolve('bench/figures/servers/hello.ts'));
  try {
    const { port } = await server.ask({ kind: 'start' }, Started);
    const url = `http://127.0.0.1:${port}`;
    const counted = async () => (await server.ask({ kind: 'count' }, Count)).requests;
    const values: Record<string, number> = {};
    const rows: string[][] = [];
    const notes: string[] = [];
    for (const { id, name, prepare } of those) {
      say(`  ${name}`);
      const found = await prepare();
      if (!found.isThere) {
        notes.push(`${name} could not be installed here: ${found.why}`);
        continue;
      }
      const run = async (amount: number): Promise<Effort> => {
        const before = await counted();
        const cpuSeconds = await cpuOfChild(found.command(url, amount), signal);
        return { requests: (await counted()) - before, cpuSeconds };
      };
      const [first, second] = [await run(shorter), await run(longer)];
      const requests = second.requests - first.requests;
      const cpuSeconds = second.cpuSeconds - first.cpuSeconds;
      // A run too short for the clock has no figure.
      const perCpuSecond = cpuSeconds > 0 ? requests / cpuSeconds : Number.NaN;
      values[id] = perCpuSecond;
      rows.push([name, number(requests), number(1e6 / perCpuSecond), number(perCpuSecond)]);
    }
    const ratio = (values.browsers ?? Number.NaN) / (values.k6 ?? Number.NaN);
    return {
      kind: 'measured',
      figures: figuresOf({ ...values, toK6: ratio }),
      details: [{ head: ['generator', 'requests', 'CPU, µs a request', 'requests per CPU-second'], rows }],
      notes,
    };
  } finally {
    await server.stop();
  }
};

const perCpuSecond = { unit: '/CPU-s' } as const;
const ours = { normalised: { by: 'node', as: 'rate' } } as const;

export const generators: Benchmark = {
  id: 'generators',
  title: 'Generators',
  baseline:
    'none. No published test measured its generator; in one of them the load tools were the limit before the service was.',
  how: `one server, which counts the requests, and ${connections} connections for each generator in turn. CPU is that of the generator’s process and its children, as the difference of a longer and a shorter run, so that the start is left out. Ours is measured twice: as the simulated browsers of a load test with cookies, caches and a record of each step, and as its bare HTTP engine. None of the others loads a page.`,
  goals: [
    { id: 'browsers', name: 'ours, simulated browsers', ...perCpuSecond, ...ours },
    { id: 'engine', name: 'ours, the bare engine', ...perCpuSecond, ...ours },
    { id: 'wrk', name: 'wrk', ...perCpuSecond },
    { id: 'autocannon', name: 'autocannon', ...perCpuSecond },
    { id: 'k6', name: 'k6', ...perCpuSecond },
    { id: 'artillery', name: 'Artillery', ...perCpuSecond },
    {
      id: 'toK6',
      name: 'our browsers to k6, the usual tool that keeps cookies as well',
      unit: '',
      target: { least: 1 },
      heldBy: 'The browser around the engine: compare its CPU with that of the bare engine.',
    },
  ],
  measure: (stage) => measureGenerators(sizeOf(sizes, stage.size), stage),
};
