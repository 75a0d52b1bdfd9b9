import { scenarios } from '../../../loadtest/scenarios/all';
import type { Looks } from '../../../loadtest/scenarios/scenario';
import { type Benchmark, type Stage, sizeOf } from '../benchmark';
import { latencyOf, letLook } from '../look-crowd';
import { figuresOf, type Measured } from '../results';
import { benchRace } from '../system/bench-race';
import { cpuUsedBy } from '../system/cpu-used';
import { type OwnSystem, withSystem } from '../system/own-system';
import { number } from '../words';

interface Size {
  readonly visitors: number;
  /** Seconds within which all of them set off. Their connections stay open until the end. */
  readonly within: number;
  /** Visits of each. */
  readonly rounds: number;
  /** Seconds between two visits of one visitor, least and most. Absent: none. */
  readonly think?: readonly [number, number];
}

/** Each visits the site once a second, for as long as it takes until all have come. */
const rampSizes = {
  full: { visitors: 2_400, within: 120, rounds: 120, think: [0.9, 1.1] },
  short: { visitors: 2_400, within: 12, rounds: 12, think: [0.9, 1.1] },
} as const satisfies Record<string, Size>;

/** More than 2,000 browsers: one that unpacks an answer lends its connection to the next one. */
const sizes = {
  full: { visitors: 2_400, within: 10, rounds: 150 },
  short: { visitors: 2_400, within: 3, rounds: 25 },
} as const satisfies Record<string, Size>;

/**
 * Each visit has another address, as links in mails and posts have. The document is then fetched in full each time, its
 * files once.
 */
const view: Looks['views'][number] = { name: 'page', path: '/?from=:n', variety: 1_000_000_000, isPage: true };

export const measureStatic = async (
  { system }: Pick<OwnSystem, 'system'>,
  { visitors, within, rounds, think }: Size,
  { signal }: Pick<Stage, 'signal'>,
): Promise<Measured> => {
  const views = [{ ...view, ...(think && { isRead: true as const }) }];
  const scenario = { ...scenarios.static, does: 'look', views, rounds } as const;
  const { result: looked, seconds } = await cpuUsedBy(system, ['gateway'], () =>
    letLook({ url: system.urls.page, scenario, visitors, within, ...(think && { think }), signal }),
  );
  const { p50, p99 } = latencyOf(looked, 'page');
  return {
    kind: 'measured',
    figures: figuresOf(
      {
        connections: looked.connections,
        errors: looked.errors,
        rate: looked.totals.requests / looked.totals.seconds,
        peak: looked.totals.peakRequestsPerSecond,
        p99,
        cpu: (seconds * 1e6) / looked.totals.requests,
      },
      looked.void,
    ),
    details: [],
    notes: [
      `${number(looked.totals.requests)} hits in ${number(looked.totals.seconds)} s, p50 ${number(p50)} ms.`,
      ...(looked.firstError ? [`An error: ${looked.firstError}`] : []),
    ],
  };
};

export const staticSite: Benchmark = {
  id: 'static',
  title: 'Static site',
  baseline:
    'Apache on a machine for $20 a month, tuned; Blitz from 1 to 2,000 connections within two minutes. Untuned, 13 % failed at 1,000.',
  how: `${number(sizes.full.visitors)} browsers, all of them on the site within ${sizes.full.within} s, load the page with its files ${sizes.full.rounds} times, the next as soon as the last is there (short: ${sizes.short.rounds} times). A visitor without an answer for 20 s counts as an error.`,
  goals: [
    { id: 'connections', name: 'connections', unit: '', baseline: '2,000', target: { least: 2_000 } },
    { id: 'errors', name: 'errors and time-outs', unit: '', baseline: '0', target: { most: 0 } },
    {
      id: 'rate',
      name: 'hits',
      unit: '/s',
      normalised: { by: 'node', as: 'rate' },
      baseline: '1,900/s',
      target: { least: 10_000 },
      heldBy:
        'CPU of the gateway, one process of Node that simulates CloudFront: a million µs a second of a core, divided by the CPU of a hit, is the highest rate.',
    },
    { id: 'p99', name: 'p99 of a hit', unit: 'ms' },
    { id: 'cpu', name: 'CPU of the gateway for a hit', unit: 'µs', normalised: { by: 'node', as: 'cost' } },
  ],
  measure: (stage) => withSystem([benchRace(1)], (own) => measureStatic(own, sizeOf(sizes, stage.size), stage)),
};

export const staticRamp: Benchmark = {
  id: 'static-ramp',
  title: 'Static site, a ramp',
  baseline:
    'Apache on a machine for $20 a month, tuned; Blitz from 1 to 2,000 connections within two minutes. Untuned, 13 % failed at 1,000.',
  how: `browsers come to the site evenly within ${rampSizes.full.within} s until there are ${number(rampSizes.full.visitors)}, and each loads the page with its files about once a second (short: within ${rampSizes.short.within} s). The generator has less to do than when nobody rests, so it is not the limit.`,
  goals: [
    { id: 'connections', name: 'connections', unit: '', baseline: '2,000', target: { least: 2_000 } },
    { id: 'errors', name: 'errors and time-outs', unit: '', baseline: '0', target: { most: 0 } },
    { id: 'peak', name: 'hits, in the busiest second', unit: '/s', baseline: '1,900/s', target: { least: 1_900 } },
    { id: 'p99', name: 'p99 of a hit', unit: 'ms' },
    { id: 'cpu', name: 'CPU of the gateway for a hit', unit: 'µs', normalised: { by: 'node', as: 'cost' } },
  ],
  measure: (stage) => withSystem([benchRace(1)], (own) => measureStatic(own, sizeOf(rampSizes, stage.size), stage)),
};
