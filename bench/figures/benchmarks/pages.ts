import { resolve } from 'node:path';
import { scenarios } from '../../../loadtest/scenarios/all';
import type { Looks } from '../../../loadtest/scenarios/scenario';
import { startChild } from '../../cache/start-child';
import { type Benchmark, type Stage, sizeOf } from '../benchmark';
import { type Attempt, highestRate } from '../highest-rate';
import { type Looked, letLook } from '../look-crowd';
import { figuresOf, type Measured } from '../results';
import { cpuOf, openDoor } from '../servers/say';
import { benchRace } from '../system/bench-race';
import { type OwnSystem, withSystem } from '../system/own-system';
import { number } from '../words';

interface Size {
  /** The length of each attempt. */
  readonly seconds: number;
  /** Requests a second of the first attempt. */
  readonly from: number;
  readonly halvings: number;
}

export const sizes = {
  full: { seconds: 10, from: 500, halvings: 3 },
  short: { seconds: 3, from: 500, halvings: 1 },
} as const satisfies Record<string, Size>;

export const p99LimitMs = 50;
const [mostRate, targetRate] = [32_000, 6_000];

/** What the page's script asks for, without the page itself. */
const views: Looks['views'] = [
  { name: 'race page', path: '/api/races/:race' },
  { name: 'spots left', path: '/api/races/:race/availability' },
  { name: 'race list', path: '/api/races' },
];

interface Tried extends Attempt {
  readonly p99: number;
  readonly cpuMicros: number;
  readonly looked: Looked;
}

/** The highest rate at which one process of `browse-races` answers a crowd that looks at these views. */
export const measureViews = async (
  own: OwnSystem,
  views: Looks['views'],
  { seconds, from, halvings }: Size,
  { say, signal }: Stage,
): Promise<Extract<Measured, { kind: 'measured' }>> => {
  const child = startChild(resolve('bench/figures/servers/api-door.ts'));
  try {
    const door = await openDoor(own, child, 'browse-races');
    const scenario = { ...scenarios['race-page'], does: 'look', views } as const;
    const url = own.system.urls.page;
    const at = (rate: number, time: number) =>
      letLook({ url, door, scenario, visitors: Math.ceil((rate * time) / views.length), within: time, signal });
    // Warms up caches and compiled code.
    await at(from, Math.min(seconds, 3));
    const attempt = async (rate: number): Promise<Tried> => {
      const before = await cpuOf(child);
      const looked = await at(rate, seconds);
      const p99 = Math.max(...looked.steps.map((step) => step.latencyMs.p99));
      const cpuMicros = (((await cpuOf(child)) - before) * 1e6) / looked.totals.requests;
      const isKept = p99 <= p99LimitMs && looked.errors === 0;
      say(`  ${rate}/s: p99 ${number(p99)} ms, ${number(cpuMicros)} µs each${looked.void.length > 0 ? ', void' : ''}`);
      return { rate, p99, cpuMicros, looked, verdict: looked.void.length > 0 ? 'void' : isKept ? 'kept' : 'missed' };
    };
    return measuredFrom(await highestRate(attempt, { from, most: mostRate, halvings }));
  } finally {
    await child.stop();
  }
};

const measurePages = (size: Size, stage: Stage): Promise<Measured> =>
  withSystem([benchRace(1_000)], (own) => measureViews(own, views, size, stage));

const measuredFrom = ({
  best,
  limit,
  attempts,
}: Awaited<ReturnType<typeof highestRate<Tried>>>): Extract<Measured, { kind: 'measured' }> => {
  const rate = best?.rate ?? 0;
  const unknown = 'The generator was the limit before the system was: the system may keep a higher rate.';
  const valid = attempts.filter(({ verdict }) => verdict !== 'void');
  const cpu = Math.min(...(valid.length > 0 ? valid : attempts).map(({ cpuMicros }) => cpuMicros));
  return {
    kind: 'measured',
    figures: [
      // A rate that already reaches the target counts, whether the system or the generator was the limit.
      ...figuresOf({ rate }, limit === 'generator' && rate < targetRate ? [unknown] : []),
      ...figuresOf({ ...(best && { p99: best.p99 }) }),
      ...figuresOf({ cpu, core: 1e6 / cpu }, valid.length > 0 ? [] : [unknown]),
    ],
    details: [
      {
        head: ['requests/s planned', 'answered/s', 'p99, ms', 'CPU of the function, µs', 'errors', ''],
        rows: attempts.map(({ rate: planned, looked, p99, cpuMicros, verdict }) =>
          [planned, looked.totals.requests / looked.totals.seconds, p99, cpuMicros, looked.errors]
            .map(number)
            .concat(verdict),
        ),
      },
    ],
    notes: [
      ...(limit === 'generator' && rate >= targetRate ? [unknown] : []),
      ...attempts.flatMap(({ looked }) => (looked.firstError ? [`An error: ${looked.firstError}`] : [])).slice(0, 1),
    ],
  };
};

export const heldByOneProcess =
  'CPU of one process: the function with its routing, the conversion of events and Node’s HTTP server share a core; the table below has what each request uses of it. What would lift it: a second process, as Lambda would start one.';

export const pages: Benchmark = {
  id: 'pages',
  title: 'Pages',
  baseline: 'pages of results: more than 3,000 pages and nearly 5,000 autocompletes a second, from 45 web servers.',
  how: `race page, spots left and race list through the deployed function, with warm caches and no CDN in front of it, in one process. The rate is raised until one request in a hundred takes longer than ${p99LimitMs} ms, twice in a row; ${sizes.full.seconds} s each (short: ${sizes.short.seconds} s).`,
  goals: [
    {
      id: 'rate',
      name: `requests at p99 ≤ ${p99LimitMs} ms`,
      unit: '/s',
      normalised: { by: 'node', as: 'rate' },
      baseline: '3,000/s + 5,000/s',
      target: { least: targetRate },
      heldBy: heldByOneProcess,
    },
    { id: 'p99', name: 'p99 at that rate', unit: 'ms', target: { most: p99LimitMs } },
    { id: 'cpu', name: 'CPU of the function for a request', unit: 'µs', normalised: { by: 'node', as: 'cost' } },
    {
      id: 'core',
      name: 'requests a second that a whole core would answer',
      unit: '/s',
      normalised: { by: 'node', as: 'rate' },
      baseline: '21/s a core (167/s a server)',
    },
  ],
  measure: (stage) => measurePages(sizeOf(sizes, stage.size), stage),
};
