import { resolve } from 'node:path';
import * as v from 'valibot';
import { generateIn } from '../../../loadtest/generator/generate-in';
import { scenarios } from '../../../loadtest/scenarios/all';
import type { ReadsResults } from '../../../loadtest/scenarios/scenario';
import { type Child, startChild } from '../../cache/start-child';
import { type Benchmark, type Stage, sizeOf } from '../benchmark';
import { type Looked, latencyOf, letLook } from '../look-crowd';
import { figuresOf, type Measured } from '../results';
import { cpuOf, environmentOf, openDoor } from '../servers/say';
import { benchRace } from '../system/bench-race';
import { addResults } from '../system/bench-results';
import { type OwnSystem, withSystem } from '../system/own-system';
import { number } from '../words';

interface Size {
  readonly finishers: number;
  readonly seconds: number;
  /** Readers a second, each with two searches after six pages and by five letters. */
  readonly readers: number;
}

const sizes = {
  full: { finishers: 50_000, seconds: 15, readers: 520 },
  short: { finishers: 5_000, seconds: 4, readers: 150 },
} as const satisfies Record<string, Size>;

/** Lambda would start more environments. On two cores two are enough to use both. */
const doors = 2;
const p99LimitMs = 50;

const crowd: ReadsResults = { does: 'read-results', rounds: 2, pages: 6, letters: 5 };

const published = v.object({ user: v.number(), system: v.number() });

/** CPU seconds of one publication of all. Throws when the system's own publisher was first. */
const publish = async (own: OwnSystem): Promise<number> => {
  const publisher = startChild(resolve('bench/figures/servers/publisher.ts'));
  try {
    const question = { functions: `${own.dataDir}/build/functions`, environment: environmentOf(own) };
    const { user, system } = await publisher.ask(question, published);
    const seconds = (user + system) / 1e6;
    if (seconds < 0.2) throw new Error('The publisher of the system itself was first: measure again.');
    return seconds;
  } finally {
    await publisher.stop();
  }
};

const measureResults = async ({ finishers, seconds, readers }: Size, { say, signal }: Stage): Promise<Measured> =>
  withSystem([benchRace(1)], async (own) => {
    const { urls } = own.system;
    await addResults(urls.ownerDatabase, finishers);
    const publishCpu = await publish(own);
    say(`  ${number(finishers)} finishers published with ${number(publishCpu)} s of CPU`);

    const children: readonly Child[] = Array.from({ length: doors }, () =>
      startChild(resolve('bench/figures/servers/api-door.ts')),
    );
    try {
      const addresses: string[] = [];
      for (const child of children) addresses.push(await openDoor(own, child, 'browse-results'));
      const scenario = { ...scenarios.results, ...crowd };
      const read = (rate: number, within: number): Promise<readonly Looked[]> =>
        Promise.all(
          addresses.map((door) =>
            letLook({
              url: urls.page,
              door,
              scenario,
              visitors: Math.ceil((rate * within) / doors),
              within,
              signal,
              generate: generateIn(1),
            }),
          ),
        );
      // Warms up caches and compiled code.
      for (const share of [0.2, 0.5]) await read(readers * share, Math.min(seconds, 10));
      const cpuOfDoors = async () => {
        let sum = 0;
        for (const child of children) sum += await cpuOf(child);
        return sum;
      };
      const before = await cpuOfDoors();
      const looked = await read(readers, seconds);
      return measuredFrom(looked, publishCpu, (await cpuOfDoors()) - before);
    } finally {
      await Promise.all(children.map((child) => child.stop()));
    }
  });

const measuredFrom = (looked: readonly Looked[], publishCpu: number, cpu: number): Measured => {
  const sum = (of: (one: Looked) => number) => looked.reduce((all, one) => all + of(one), 0);
  const most = (of: (one: Looked) => number) => Math.max(...looked.map(of));
  const requests = sum(({ totals }) => totals.requests);
  const rateOf = (name: string) =>
    sum(({ steps, totals }) => (steps.find((step) => step.name === name)?.requests ?? 0) / totals.seconds);
  const p99 = most(({ steps }) => Math.max(...steps.map((step) => step.latencyMs.p99)));
  const errors = sum((one) => one.errors);
  const why = looked.flatMap((one) => one.void);
  return {
    kind: 'measured',
    figures: [
      ...figuresOf({ pages: rateOf('results'), names: rateOf('names'), p99, errors }, why),
      ...figuresOf({ cpu: (cpu * 1e6) / requests, publish: publishCpu }),
    ],
    details: [
      {
        head: [
          'process',
          'requests/s',
          'p50 of pages, ms',
          'p99 of pages, ms',
          'p99 of names, ms',
          'p99 of runners, ms',
          'connections',
        ],
        rows: looked.map((one, n) => [
          String(n + 1),
          ...[
            one.totals.requests / one.totals.seconds,
            latencyOf(one, 'results').p50,
            latencyOf(one, 'results').p99,
            latencyOf(one, 'names').p99,
            latencyOf(one, 'runner').p99,
            one.connections,
          ].map(number),
        ]),
      },
    ],
    notes: looked.flatMap(({ firstError }) => (firstError ? [`An error: ${firstError}`] : [])).slice(0, 1),
  };
};

export const results: Benchmark = {
  id: 'results',
  title: 'Results',
  baseline:
    'more than 3,000 result pages a second at the peak, 2,000 sustained, and near 5,000 autocompletes, from 45 web servers.',
  how: `${number(sizes.full.finishers)} finishers in 25 lists. Each reader leafs through six pages, of which those near the front are read most, and types five letters of a name, twice; one search of ten ends at the runner. All through the deployed function with warm caches, in two processes, no CDN in front of it. The generators share the two cores. ${sizes.full.seconds} s (short: ${number(sizes.short.finishers)} finishers, ${sizes.short.seconds} s).`,
  goals: [
    { id: 'pages', name: 'result pages', unit: '/s', baseline: '3,000/s', target: { least: 6_000 }, fullOnly: true },
    {
      id: 'names',
      name: 'autocompletes, at the same time',
      unit: '/s',
      baseline: '5,000/s',
      target: { least: 5_000 },
      fullOnly: true,
    },
    { id: 'p99', name: 'p99 of the slowest kind', unit: 'ms', target: { most: p99LimitMs } },
    { id: 'errors', name: 'readers who saw an error', unit: '', target: { most: 0 } },
    { id: 'cpu', name: 'CPU of the function for a request', unit: 'µs', normalised: { by: 'node', as: 'cost' } },
    {
      id: 'publish',
      name: 'CPU to publish everything',
      unit: 's',
      normalised: { by: 'node', as: 'cost' },
      target: { most: 20 },
      fullOnly: true,
    },
  ],
  measure: (stage) => measureResults(sizeOf(sizes, stage.size), stage),
};
