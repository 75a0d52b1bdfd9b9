import type { Manifest } from '../../../lambdas/results/files';
import * as t from '../texts/page';
import { clockFace } from '../time/duration';

/** `3:05:09`, or `3:05:09.4` when tenths count, from milliseconds. It is rounded up, as times that count are. */
export const timeOf = (ms: number, rounding: Manifest['rounding']): string => {
  if (rounding === 'up-to-second') return clockFace(Math.ceil(ms / 1000));
  const tenths = Math.ceil(ms / 100);
  const [point = '.'] = new Intl.NumberFormat(t.locale)
    .formatToParts(0.1)
    .flatMap(({ type, value }) => (type === 'decimal' ? [value] : []));
  return `${clockFace(Math.floor(tenths / 10))}${point}${tenths % 10}`;
};

/** `4:58` from milliseconds for each kilometre. */
export const paceOf = (ms: number): string => clockFace(Math.round(ms / 1000));

/** The time of a runner at a point of the course, and the pace since the point before. */
export interface Split {
  readonly code: string;
  readonly label: string;
  readonly metres: number;
  /** Since the start. */
  readonly ms: number;
  /** Milliseconds for each kilometre since the last point that has a time. Undefined: the times cannot be true. */
  readonly pace: number | undefined;
}

/** The splits of a runner, in the order of the course. `total`: the time at the finish. `finish`: the label of the last split. */
export const splitsOf = (
  { points, distance }: Pick<Manifest, 'points' | 'distance'>,
  splits: Readonly<Record<string, number>>,
  total: number | undefined,
  finish: string,
): readonly Split[] => {
  const passed = [
    ...points.flatMap(({ code, label, metres }) => {
      const ms = splits[code];
      return ms === undefined ? [] : [{ code, label, metres, ms }];
    }),
    ...(total === undefined ? [] : [{ code: '', label: finish, metres: distance, ms: total }]),
  ];
  return passed.map((point, n) => {
    const { metres = 0, ms = 0 } = passed[n - 1] ?? {};
    const [far, long] = [point.metres - metres, point.ms - ms];
    return { ...point, pace: far > 0 && long > 0 ? (long / far) * 1000 : undefined };
  });
};
