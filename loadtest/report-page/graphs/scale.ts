/** The lines of a grid: from 0, evenly, in steps of 1, 2 or 5 times a power of ten. */
export const ticksUpTo = (most: number, atMost: number): readonly number[] => {
  if (!(most > 0)) return [0, 1];
  const rough = most / atMost;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((times) => times * power >= rough * (1 - 1e-9)) ?? 10) * power;
  const count = Math.ceil(most / step - 1e-9);
  // Multiplied and not added, because sums of 0.1 end in many digits.
  return Array.from({ length: count + 1 }, (_, n) => Number((n * step).toPrecision(12)));
};

/** How a line is folded when there are more seconds than points in a graph. */
export type Fold = 'mean' | 'most';

/** Folds each `size` neighbours into one value: their mean, or the highest of them. */
export const fold = (values: readonly number[], size: number, how: Fold): readonly number[] =>
  Array.from({ length: Math.ceil(values.length / size) }, (_, n) => {
    const part = values.slice(n * size, (n + 1) * size);
    return how === 'most' ? Math.max(...part) : part.reduce((sum, value) => sum + value, 0) / part.length;
  });
