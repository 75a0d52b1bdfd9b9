import { resolve } from 'node:path';
import * as v from 'valibot';
import { generateIn } from '../../../loadtest/generator/generate-in';
import { scenarios } from '../../../loadtest/scenarios/all';
import type { ReadsResults } from '../../../loadtest/scenarios/scenario';
import { type Child, startChild } from '../../cache/start-child';
import { type Benchmark, type Stage, sizeOf } from '../benchmark';
import { type Attempt, type Found, highestRate } from '../highest-rate';
import { type Looked, latencyOf, letLook } from '../look-crowd';
import { figuresOf, type Measured } from '../results';
import { cpuOf, environmentOf, openDoor } from '../servers/say';
import { benchRace } from '../system/bench-race';
import { addResults } from '../system/bench-results';
import { type OwnSystem, withSystem } from '../system/own-system';
import { number } from '../words';

interface Size {
  readonly finishers: number;
  /** The length of each attempt. */
  readonly seconds: number;
  /** Readers a second of the first attempt, and at most. Each leafs through six pages and types five letters, twice. */
  readonly from: number;
  readonly most: number;
  readonly halvings: number;
}

const sizes = {
  full: { finishers: 50_000, seconds: 15, from: 130, most: 520, halvings: 3 },
  short: { finishers: 5_000, seconds: 4, from: 75, most: 150, halvings: 0 },
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

interface Tried extends Attempt {
  readonly p99: number;
  readonly errors: number;
  /** CPU of the function for a request, in microseconds. */
  readonly cpuMicros: number;
  /** By the process that was asked. */
  readonly looked: readonly Looked[];
}

const sum = (looked: readonly Looked[], of: (one: Looked) => number) => looked.reduce((all, one) => all + of(one), 0);

const measureResults = async ({ finishers, seconds, ...range }: Size, { say, signal }: Stage): Promise<Measured> =>
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
      for (const share of [0.5, 1]) await read(range.from * share, Math.min(seconds, 10));
      const cpuOfDoors = async () => {
        let all = 0;
        for (const child of children) all += await cpuOf(child);
        return all;
      };
      const attempt = async (rate: number): Promise<Tried> => {
        const before = await cpuOfDoors();
        const looked = await read(rate, seconds);
        const cpuMicros = (((await cpuOfDoors()) - before) * 1e6) / sum(looked, ({ totals }) => totals.requests);
        const p99 = Math.max(...looked.flatMap(({ steps }) => steps.map((step) => step.latencyMs.p99)));
        const errors = sum(looked, (one) => one.errors);
        const isVoid = looked.some((one) => one.void.length > 0);
        const verdict = isVoid ? 'void' : p99 <= p99LimitMs && errors === 0 ? 'kept' : 'missed';
        say(`  ${rate} readers/s: p99 ${number(p99)} ms, ${number(cpuMicros)} µs a request, ${verdict}`);
        return { rate, p99, errors, cpuMicros, looked, verdict };
      };
      return measuredFrom(await highestRate(attempt, range), publishCpu);
    } finally {
      await Promise.all(children.map((child) => child.stop()));
    }
  });

/** A host that cannot bear the whole crowd is asked for what it bears, and the rates are normalised. */
const measuredFrom = ({ best, limit, attempts }: Found<Tried>, publishCpu: number): Measured => {
  const tried = best ?? attempts[0];
  if (!tried) throw new Error('Nothing was tried.');
  const { looked, p99, errors, cpuMicros: cpu } = tried;
  const rateOf = (name: string) =>
    sum(looked, ({ steps, totals }) => (steps.find((step) => step.name === name)?.requests ?? 0) / totals.seconds);
  const why = looked.flatMap((one) => one.void);
  return {
    kind: 'measured',
    figures: [
      ...figuresOf({ pages: rateOf('results'), names: rateOf('names'), p99, errors }, why),
      ...figuresOf({ cpu, publish: publishCpu }),
    ],
    details: [
      {
        head: [
          'readers/s planned',
          'requests/s',
          'p50 of pages, ms',
          'p99 of pages, ms',
          'p99 of names, ms',
          'p99 of runners, ms',
          'CPU of the function, µs',
          'connections',
          '',
        ],
        rows: attempts.map(({ rate, looked, cpuMicros, verdict }) => {
          const most = (of: (one: Looked) => number) => Math.max(...looked.map(of));
          return [
            rate,
            sum(looked, ({ totals }) => totals.requests / totals.seconds),
            most((one) => latencyOf(one, 'results').p50),
            most((one) => latencyOf(one, 'results').p99),
            most((one) => latencyOf(one, 'names').p99),
            most((one) => latencyOf(one, 'runner').p99),
            cpuMicros,
            sum(looked, ({ connections }) => connections),
          ]
            .map(number)
            .concat(verdict);
        }),
      },
    ],
    notes: [
      ...(best && limit !== 'none'
        ? [
            `More readers than ${number(best.rate)} a second were too many for this host, of whose two cores the generators use a part: the system alone may keep a higher rate.`,
          ]
        : []),
      ...attempts
        .flatMap(({ looked }) => looked.flatMap(({ firstError }) => firstError ?? []))
        .slice(0, 1)
        .map((error) => `An error: ${error}`),
    ],
  };
};

export const results: Benchmark = {
  id: 'results',
  title: 'Results',
  baseline:
    'more than 3,000 result pages a second at the peak, 2,000 sustained, and near 5,000 autocompletes, from 45 web servers.',
  how: `${number(sizes.full.finishers)} finishers in 25 lists. Each reader leafs through six pages, of which those near the front are read most, and types five letters of a name, twice; one search of ten ends at the runner. All through the deployed function with warm caches, in two processes, no CDN in front of it. The rate of readers is raised up to ${sizes.full.most} a second, until one request in a hundred takes longer than ${p99LimitMs} ms, twice in a row. The generators share the two cores. ${sizes.full.seconds} s each (short: ${number(sizes.short.finishers)} finishers, ${sizes.short.seconds} s).`,
  goals: [
    {
      id: 'pages',
      name: `result pages at p99 ≤ ${p99LimitMs} ms`,
      unit: '/s',
      normalised: { by: 'node', as: 'rate' },
      baseline: '3,000/s',
      target: { least: 6_000 },
      fullOnly: true,
    },
    {
      id: 'names',
      name: 'autocompletes, at the same time',
      unit: '/s',
      normalised: { by: 'node', as: 'rate' },
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
