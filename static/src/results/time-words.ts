import type { Manifest } from '../../../lambdas/results/files';
import * as t from '../texts/page';
import { clockFace } from '../time/duration';

/** `3:05:09`, or `3:05:09.4` where tenths count, from milliseconds. Rounded up, as times are before they count. */
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

/** One part of the course, up to a point where time is taken. */
export interface Leg {
  readonly code: string;
  readonly label: string;
  readonly metres: number;
  /** Since the start. */
  readonly ms: number;
  /** Milliseconds for each kilometre since the point before that has a time. Undefined: the times cannot be true. */
  readonly pace: number | undefined;
}

/** The parts of the course that somebody has times for, in their order. `finish`: the label of the last one. */
export const legsOf = (
  { points, distance }: Pick<Manifest, 'points' | 'distance'>,
  splits: Readonly<Record<string, number>>,
  total: number | undefined,
  finish: string,
): readonly Leg[] => {
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
