import { resolve } from 'node:path';
import * as v from 'valibot';
import { profiles } from '../../../lib/config';
import { runTest } from '../../../loadtest/run-test';
import { startChild } from '../../cache/start-child';
import { type Benchmark, type Stage, sizeOf } from '../benchmark';
import { generate } from '../generate';
import { figuresOf, type Measured } from '../results';
import { Started } from '../servers/say';
import type { Throttle } from '../servers/token-bucket';
import { benchRace } from '../system/bench-race';
import { withSystem } from '../system/own-system';
import { number } from '../words';
import { type Crowd, failureNotes, failuresOf, openingWish } from './opening';

const sizes = {
  full: [
    { runners: 250, within: 30, think: [15, 60] },
    { runners: 1_000, within: 30, think: [15, 60] },
  ],
  short: [
    { runners: 20, within: 1, think: [0, 1] },
    { runners: 120, within: 1, think: [0, 1] },
  ],
} as const satisfies Record<string, readonly [Crowd, Crowd]>;

const { throttle } = profiles.lean;
const deadlineSeconds = 900;
const Count = v.object({ passed: v.number(), refused: v.number() });

const measureCrowd = async ({ runners, within, think }: Crowd, limit: Throttle, { signal }: Stage) =>
  // One more spot, for the canary.
  withSystem([benchRace(runners + 1)], async ({ system, windows }) => {
    const door = startChild(resolve('bench/figures/servers/throttling-door.ts'));
    try {
      const { port } = await door.ask({ kind: 'start', to: system.ports.page, ...limit }, Started);
      const { report } = await runTest({
        wish: openingWish({ runners, within, think }),
        url: `http://localhost:${port}`,
        windows,
        deadlineSeconds,
        generate,
        signal,
      });
      return { runners, report, ...(await door.ask({ kind: 'count' }, Count)) };
    } finally {
      await door.stop();
    }
  });

export const measureLean = async (
  crowds: readonly [Crowd, Crowd],
  stage: Stage,
  limit: Throttle = throttle,
): Promise<Measured> => {
  const small = await measureCrowd(crowds[0], limit, stage);
  const large = await measureCrowd(crowds[1], limit, stage);
  const both = [small, large];
  const failures = both.flatMap(({ report }) => failuresOf(report));
  const sum = (of: (one: typeof small) => number) => both.reduce((total, one) => total + of(one), 0);
  return {
    kind: 'measured',
    figures: figuresOf(
      {
        success: (100 * sum(({ report }) => report.totals.registrations)) / sum(({ runners }) => runners),
        failures: failures.length,
        duration: small.report.totals.seconds,
        durationLarge: large.report.totals.seconds,
        refused: (100 * small.refused) / (small.refused + small.passed),
        refusedLarge: (100 * large.refused) / (large.refused + large.passed),
      },
      both.flatMap(({ report: { validity } }) => (validity.kind === 'void' ? validity.reasons : [])),
    ),
    details: [],
    notes: failureNotes(failures),
  };
};

const [few, many] = sizes.full;

export const lean: Benchmark = {
  id: 'lean',
  title: 'Openings within the limits of the profile lean',
  baseline: 'registrations of 250 and of 1,000 people on the size of every day; the figures are not at hand.',
  how: `${number(few.runners)} simulated runners, then ${number(many.runners)}, each for as many spots, started within ${few.within} s, ${few.think[0]}–${few.think[1]} s of think time for each form, through a door with the limit of API Gateway in that profile: ${throttle.requestsPerSecond} requests a second, ${throttle.burst} at once; the rest is answered 429 and asked again. What CloudFront caches does not count. The ten environments of a new account and the sizes of database and caches are not simulated (short: ${sizes.short.map(({ runners }) => number(runners)).join(' and ')} runners).`,
  goals: [
    { id: 'success', name: 'runners who registered', unit: '%', target: { least: 100 } },
    { id: 'failures', name: 'checks of the books that failed', unit: '', target: { most: 0 } },
    { id: 'duration', name: `until the last was done, ${number(few.runners)}`, unit: 's', target: { most: 422 } },
    { id: 'durationLarge', name: `until the last was done, ${number(many.runners)}`, unit: 's', target: { most: 422 } },
    { id: 'refused', name: `requests that were refused, ${number(few.runners)}`, unit: '%' },
    { id: 'refusedLarge', name: `requests that were refused, ${number(many.runners)}`, unit: '%' },
  ],
  measure: (stage) => measureLean(sizeOf(sizes, stage.size), stage),
};
