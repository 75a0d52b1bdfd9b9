import type { Calibration, Run } from '../results';

/**
 * µs of CPU on the machine of the committed figures, for which the targets are: 2 cores of Intel Xeon, on 22 November 2026. Only the
 * request of `wrk` was measured on it. The other two are those of another machine, times the ratio of what both were measured
 * by: a simulated browser's request (18.5 µs), our bare engine's and that of `wrk`. Decision 111 has the numbers.
 */
export const reference = { answer: 50, wrk: 11.13, row: 40 } as const satisfies Calibration;

/**
 * What the CPU of a figure is spent in, as shares on the machine of the committed figures. `registration` is the table of
 * components of the opening of 50,000: PostgreSQL and its standby 2.53 ms, memcached 0.08 ms, and Node the rest of 11.2 ms.
 */
const mixes = {
  node: { answer: 1, wrk: 0, row: 0 },
  registration: { answer: 0.767, wrk: 0.007, row: 0.226 },
  database: { answer: 0, wrk: 0, row: 1 },
} as const satisfies Record<string, Required<Calibration>>;

export interface Normalising {
  readonly by: keyof typeof mixes;
  /** A cost grows on a slower machine. A rate falls, because all cores are busy when it is the highest. */
  readonly as: 'cost' | 'rate';
}

/** How much more CPU the same work takes here than on the machine of the committed figures: 2 says twice as much. */
export const slownessOf = (by: Normalising['by'], { answer, wrk, row }: Calibration): number => {
  const share = mixes[by];
  const ofAnswer = answer / reference.answer;
  // Without `wrk`, memcached is taken for Node: it is a hundredth of a registration.
  const ofWrk = wrk === undefined ? ofAnswer : wrk / reference.wrk;
  return share.answer * ofAnswer + share.wrk * ofWrk + share.row * (row / reference.row);
};

/** The mean of what was measured before and after a benchmark. */
export const meanOf = ({ before, after }: NonNullable<Run['calibration']>): Calibration => ({
  answer: (before.answer + after.answer) / 2,
  ...(before.wrk !== undefined && after.wrk !== undefined && { wrk: (before.wrk + after.wrk) / 2 }),
  row: (before.row + after.row) / 2,
});

/** A run whose CPU figures have their normalised value too. Without a calibration it stays as it is. */
export const normalised = (
  run: Run,
  goals: readonly { readonly id: string; readonly normalised?: Normalising }[],
): Run => {
  const { calibration, outcome } = run;
  if (!calibration || outcome.kind === 'failed') return run;
  const here = meanOf(calibration);
  const figures = outcome.figures.map((figure) => {
    const how = goals.find(({ id }) => id === figure.goal)?.normalised;
    if (!how) return figure;
    const slowness = slownessOf(how.by, here);
    return { ...figure, normalised: how.as === 'cost' ? figure.value / slowness : figure.value * slowness };
  });
  return { ...run, outcome: { ...outcome, figures } };
};
