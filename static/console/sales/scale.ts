/** Round figures from 0 up to at most `most`: three to six of them. */
export const ticksUpTo = (most: number): readonly number[] => {
  if (most < 1) return [0];
  const rough = most / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? rough);
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, n) => n * step);
};

export type Point = readonly [x: number, y: number];

/** The last point that is not after `x`; 0 when there is none. */
export const pointAt = (points: readonly Point[], x: number): number =>
  Math.max(
    0,
    points.findLastIndex(([at]) => at <= x),
  );

/** A line that stands until it changes, as a path of SVG. */
export const stepsOf = (points: readonly Point[], x: (value: number) => number, y: (value: number) => number): string =>
  points
    .map(([at, value], n) => `${n === 0 ? `M${x(at).toFixed(1)} ` : `H${x(at).toFixed(1)}V`}${y(value).toFixed(1)}`)
    .join('');
