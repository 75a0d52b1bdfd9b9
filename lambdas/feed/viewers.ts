/** What was counted in a window of thirty seconds: those who said that they follow, each for so many. */
export interface Counted {
  /** The sum of what each stood for. */
  readonly sum: number;
  /** The sum of the squares. */
  readonly squares: number;
}

/** About how many follow. */
export interface ViewerCount {
  readonly about: number;
  /** The truth lies between them in nineteen of twenty windows. */
  readonly from: number;
  readonly to: number;
}

export const windowSeconds = 30;

/** So many say in a window that they follow, however many there are. */
export const wantedAnswers = 600;
const mostOneIn = 16_384;

/** Who follows says so with this probability, as one in so many: a power of two. */
export const oneInOf = (viewers: number): number =>
  Math.min(mostOneIn, 2 ** Math.max(0, Math.ceil(Math.log2(viewers / wantedAnswers))));

/** Whether a lot was drawn as it may have been: heads on the way are of a window before, when fewer or more followed. */
export const isPossibleLot = (oneIn: number, present: number): boolean =>
  Number.isInteger(Math.log2(oneIn)) &&
  oneIn >= 1 &&
  oneIn <= mostOneIn &&
  oneIn <= 4 * present &&
  oneIn >= present / 4;

/** Outwards, to two digits. */
const rounded = (count: number, round: (value: number) => number): number => {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 1);
  return round(count / step) * step;
};

/**
 * Each follower is drawn alone with the probability 1/w and then stands for w, so the variance of the sum is that of w(w − 1) for
 * each that was drawn. Some are counted in the window beside theirs: two in a hundred are added on both sides.
 */
export const estimateOf = ({ sum, squares }: Counted): ViewerCount => {
  const margin = 2 * Math.sqrt(Math.max(0, squares - sum)) + 0.02 * sum;
  return {
    about: sum,
    from: rounded(Math.max(0, sum - margin), Math.floor),
    to: rounded(sum + margin, Math.ceil),
  };
};

/**
 * About how many follow, by the last whole window and the one that has begun. When more are in the new one already, a crowd is
 * coming: it is believed at once, because until then each of them says that they follow. Undefined: nobody was counted.
 */
export const viewersOf = (before: Counted, now: Counted): ViewerCount | undefined => {
  const [last, coming] = [estimateOf(before), estimateOf(now)];
  if (coming.from > last.to) return coming;
  return before.sum > 0 ? last : undefined;
};
