import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { scenarios } from '../../../loadtest/scenarios/all';
import { type Benchmark, type Stage, sizeOf } from '../benchmark';
import { latencyOf, letLook } from '../look-crowd';
import { figuresOf, type Measured } from '../results';
import { benchRace } from '../system/bench-race';
import { cpuUsedBy } from '../system/cpu-used';
import { type OwnSystem, withSystem } from '../system/own-system';
import { number } from '../words';

interface Size {
  readonly people: number;
  readonly requests: number;
  /** Seconds of rest before: functions that run every minute open their own connections at their first run. */
  readonly calm: number;
}

/** Long enough to see connections grow that grow slowly. */
const millionSizes = {
  full: { people: 60, requests: 1_000_000, calm: 70 },
  short: { people: 60, requests: 20_000, calm: 0 },
} as const satisfies Record<string, Size>;

const sizes = {
  full: { people: 60, requests: 100_000, calm: 70 },
  short: { people: 60, requests: 10_000, calm: 0 },
} as const satisfies Record<string, Size>;

/**
 * Counts the connections of clients to a database, once a second. The counter's own connection is always one of them.
 */
const watchConnections = async (connectionString: string) => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const counts: number[] = [];
  const count = async () => {
    const statement = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE backend_type = 'client backend'`;
    const { rows } = await client.query<{ n: number }>(statement);
    counts.push(rows[0]?.n ?? Number.NaN);
  };
  await count();
  // One count at a time. A failed count is a gap in the list.
  let last: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    last = last.then(count).catch(() => undefined);
  }, 1_000);
  return async (): Promise<readonly number[]> => {
    clearInterval(timer);
    await last;
    await client.end();
    return counts;
  };
};

/** The maximum of the second half minus the maximum of the first half. */
export const growthOf = (counts: readonly number[]): number => {
  const half = Math.ceil(counts.length / 2);
  return Math.max(...counts.slice(half)) - Math.max(...counts.slice(0, half));
};

export const measureSignedIn = async (
  { system }: Pick<OwnSystem, 'system'>,
  { people, requests, calm }: Size,
  { signal }: Pick<Stage, 'signal'>,
): Promise<Measured> => {
  const scenario = { ...scenarios['signed-in'], rounds: Math.ceil(requests / people) };
  await setTimeout(calm * 1_000, undefined, { signal });
  const stops = await Promise.all([system.urls.ownerDatabase, system.urls.reader].map(watchConnections));
  const { result: looked, seconds } = await cpuUsedBy(system, ['gateway'], () =>
    letLook({ url: system.urls.page, scenario, visitors: people, within: 1, signal }),
  );
  const counts = await Promise.all(stops.map((stop) => stop()));
  const { p50, p95, p99, max } = latencyOf(looked, 'session');
  const most = counts.map((one) => Math.max(...one));
  return {
    kind: 'measured',
    figures: figuresOf(
      {
        rate: looked.totals.requests / looked.totals.seconds,
        p50,
        p95,
        p99,
        max,
        cpu: (seconds * 1e6) / looked.totals.requests,
        failed: looked.errors,
        growth: Math.max(...counts.map(growthOf)),
      },
      looked.void,
    ),
    details: [],
    notes: [
      `${number(looked.totals.requests)} requests; at most ${most.join(' and ')} connections to primary and standby, this count’s own included.`,
      ...(looked.firstError ? [`An error: ${looked.firstError}`] : []),
    ],
  };
};

export const signedIn: Benchmark = {
  id: 'signed-in',
  title: 'Signed in',
  baseline:
    'ab against a contest’s web page with a cookie that was logged in: 100,000 requests, 60 at a time; two servers of 32 cores, a database of 32.',
  how: `${sizes.full.people} people with a session each ask for their session again as soon as they have the last answer, ${number(sizes.full.requests)} times in all (short: ${number(sizes.short.requests)}). No cache may keep that answer: each goes through the function and both session caches.`,
  goals: [
    {
      id: 'rate',
      name: 'requests',
      unit: '/s',
      normalised: { by: 'node', as: 'rate' },
      baseline: '982/s',
      target: { least: 3_000 },
      heldBy:
        'CPU of the gateway’s process, in which the function, API Gateway and CloudFront share one core: a million µs a second, divided by the CPU of a request, is the highest rate.',
    },
    { id: 'p50', name: 'median', unit: 'ms', baseline: '49 ms' },
    {
      id: 'p95',
      name: 'p95',
      unit: 'ms',
      baseline: '60 ms',
      target: { most: 60 },
      heldBy: 'It follows from the rate: 60 at a time.',
    },
    {
      id: 'p99',
      name: 'p99',
      unit: 'ms',
      baseline: '74 ms',
      target: { most: 74 },
      heldBy: 'It follows from the rate: 60 at a time.',
    },
    { id: 'max', name: 'slowest', unit: 'ms', baseline: '5,110 ms' },
    {
      id: 'cpu',
      name: 'CPU of the gateway, function included, for a request',
      unit: 'µs',
      normalised: { by: 'node', as: 'cost' },
    },
    { id: 'failed', name: 'people who saw an error', unit: '', baseline: '0', target: { most: 0 } },
    {
      id: 'growth',
      name: 'connections to the database, second half less first',
      unit: '',
      baseline: 'grew without bound',
      target: { most: 0 },
      fullOnly: true,
      heldBy: 'Every function has a bound in lambdas/functions; which of them opened one, pg_stat_activity tells.',
    },
  ],
  measure: (stage) => {
    const size = sizeOf(sizes, stage.size);
    return withSystem([benchRace(size.people + 1)], (own) => measureSignedIn(own, size, stage));
  },
};

export const signedInMillion: Benchmark = {
  id: 'signed-in-million',
  title: 'Signed in, a million requests',
  baseline: 'as for *Signed in*, where the connections grew without bound.',
  how: `as *Signed in*, with ${number(millionSizes.full.requests)} requests (short: ${number(millionSizes.short.requests)}).`,
  goals: [
    {
      id: 'rate',
      name: 'requests',
      unit: '/s',
      normalised: { by: 'node', as: 'rate' },
      target: { least: 3_000 },
      heldBy: 'As for *Signed in*.',
    },
    { id: 'p99', name: 'p99', unit: 'ms', target: { most: 74 }, heldBy: 'It follows from the rate: 60 at a time.' },
    { id: 'max', name: 'slowest', unit: 'ms' },
    {
      id: 'cpu',
      name: 'CPU of the gateway, function included, for a request',
      unit: 'µs',
      normalised: { by: 'node', as: 'cost' },
    },
    { id: 'failed', name: 'people who saw an error', unit: '', target: { most: 0 } },
    {
      id: 'growth',
      name: 'connections to the database, second half less first',
      unit: '',
      target: { most: 0 },
      fullOnly: true,
      heldBy: 'Every function has a bound in lambdas/functions; which of them opened one, pg_stat_activity tells.',
    },
  ],
  measure: (stage) => {
    const size = sizeOf(millionSizes, stage.size);
    return withSystem([benchRace(size.people + 1)], (own) => measureSignedIn(own, size, stage));
  },
};
