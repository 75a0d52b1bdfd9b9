import pg from 'pg';
import { runTest } from '../../../loadtest/run-test';
import { type Benchmark, type Stage, sizeOf } from '../benchmark';
import { generate } from '../generate';
import { figuresOf, type Measured } from '../results';
import { benchEventId, benchRace } from '../system/bench-race';
import { limitWrites } from '../system/limit-writes';
import { withSystem } from '../system/own-system';
import { type Crowd, failureNotes, failuresOf, openingWish } from './opening';

const sizes = {
  full: { runners: 5_000, within: 30, think: [15, 60] },
  short: { runners: 500, within: 5, think: [2, 8] },
} as const satisfies Record<string, Crowd>;

/** What Stripe allows an account in live mode: https://docs.stripe.com/rate-limits */
const writesPerSecond = 100;
/** Seconds until a runner gives up: longer than a hold, so that a lost runner is one whose hold ran out. */
const deadlineSeconds = 1_200;

const measureLimited = async ({ runners, within, think }: Crowd, stage: Stage): Promise<Measured> =>
  // One more spot, for the canary.
  withSystem([benchRace(runners + 1)], async ({ system, dataDir, windows }) => {
    let began = Number.NaN;
    let counted = async () => ({ taken: Number.NaN, refused: Number.NaN });
    const { report } = await runTest({
      wish: openingWish({ runners, within, think }),
      url: system.urls.page,
      windows,
      deadlineSeconds,
      generate: async (task, options) => {
        // Only now: the canary is done.
        counted = await limitWrites(system.urls.processor, dataDir, writesPerSecond);
        began = Date.now();
        return generate(task, options);
      },
      signal: stage.signal,
    });
    const captured = await lastCapture(system.urls.ownerDatabase);
    const { taken, refused } = await counted();
    const paying = report.steps.find(({ name }) => name === 'submit');
    return {
      kind: 'measured',
      figures: figuresOf(
        {
          success: (100 * report.totals.registrations) / runners,
          failures: failuresOf(report).length,
          duration: report.totals.seconds,
          paying: (paying?.latencyMs.p99 ?? Number.NaN) / 1000,
          captured: (captured - began) / 1000,
          refused: (100 * refused) / (taken + refused),
        },
        report.validity.kind === 'void' ? report.validity.reasons : [],
      ),
      details: [],
      notes: failureNotes(failuresOf(report)),
    };
  });

/** In milliseconds since the epoch. */
const lastCapture = async (ownerDatabase: string): Promise<number> => {
  const owner = new pg.Client({ connectionString: ownerDatabase });
  await owner.connect();
  try {
    const { rows } = await owner.query<{ at: Date | null }>(
      `SELECT max(p.settled_at) AS at FROM payment p JOIN registration r ON r.id = p.registration_id
       WHERE r.event_id = $1 AND p.state = 'captured'`,
      [benchEventId],
    );
    return rows[0]?.at?.getTime() ?? Number.NaN;
  } finally {
    await owner.end();
  }
};

const { runners, within, think } = sizes.full;

export const limited: Benchmark = {
  id: 'limited',
  title: 'Opening, with the limit of a Stripe account',
  baseline: 'none published.',
  how: `as the opening, with a processor that takes ${writesPerSecond} writes a second and answers 429 to the rest: ${runners.toLocaleString('en-US')} runners for as many spots, set off within ${within} s, ${think[0]}–${think[1]} s of think time for each form, holds of ten minutes. A registration is three writes (short: ${sizes.short.runners} runners).`,
  goals: [
    { id: 'success', name: 'runners who registered', unit: '%', target: { least: 100 } },
    { id: 'failures', name: 'checks of the books that failed', unit: '', target: { most: 0 } },
    { id: 'duration', name: 'until the last runner was done', unit: 's', target: { most: 600 } },
    { id: 'paying', name: 'paying, one request of a hundred took longer', unit: 's' },
    { id: 'captured', name: 'until the last payment was captured', unit: 's' },
    { id: 'refused', name: 'writes that the processor refused', unit: '%' },
  ],
  measure: (stage) => measureLimited(sizeOf(sizes, stage.size), stage),
};
