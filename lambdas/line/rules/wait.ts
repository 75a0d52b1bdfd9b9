/** How long somebody waits, as the page says it. It is told as a range that is kept, or not at all. */
export type Wait =
  | { readonly kind: 'called' }
  /** In seconds. `likely`: as the line believes, if it believes that they are called. */
  | { readonly kind: 'range'; readonly from: number; readonly to: number; readonly likely?: number | undefined }
  /** `from`: so many seconds at the least, if anybody knows. */
  | { readonly kind: 'uncertain'; readonly from?: number; readonly likely?: number | undefined }
  /** It is not called within an hour even if all goes well. */
  | { readonly kind: 'unlikely' };

type Point = readonly [seconds: number, low: number, middle: number, high: number];

/** What is told of the soonest call is so much earlier: a share of it, and seconds. */
const [toldShare, toldLess] = [0.75, 10];

/** The least wait that people are told, where they may be called in so many seconds at the soonest. */
export const fromOf = (soonest: number): number => Math.max(0, soonest * toldShare - toldLess);

/** What a turn waits, by the curve of its event: the low values are the least that is called, the high ones the most. */
export const waitOf = (turn: number, calledTo: number, curve: readonly Point[]): Wait => {
  if (turn < calledTo) return { kind: 'called' };
  const soonest = reached(turn, calledTo, curve, 3);
  const latest = reached(turn, calledTo, curve, 1);
  if (soonest === undefined) return curve.length > 0 ? { kind: 'unlikely' } : { kind: 'uncertain' };
  const [from, likely] = [fromOf(soonest), reached(turn, calledTo, curve, 2)];
  return latest === undefined
    ? { kind: 'uncertain', from, likely }
    : { kind: 'range', from, to: latest * 1.1 + 15, likely };
};

const reached = (turn: number, calledTo: number, curve: readonly Point[], which: 1 | 2 | 3): number | undefined => {
  let [seconds, to] = [0, calledTo];
  for (const point of curve) {
    const next = point[which];
    if (turn < next) return seconds + ((point[0] - seconds) * (turn - to)) / (next - to);
    seconds = point[0];
    to = Math.max(to, next);
  }
  return undefined;
};

/** A pause is so much longer, at most, so that browsers do not ask together. */
const longer = 0.2;
/** The longest pause is between these shares of itself: whoever saw something new when all others did is to ask apart from them. */
const [least, most] = [0.8, 1.4];

/** People look at the line so often in a second, at most, as far as the page can tell. */
export const mostLooksASecond = 2_500;
/** Where more could look, they also wait for this part of the time until their call as the line believes it. */
const partOfLikely = 4;

/**
 * When to ask again, in seconds: after a part of the time until the soonest call, and not before the least wait. Whoever may be called at
 * once (`from` is 0) asks often, also where nobody knows how long it takes: the line takes people who come later than others did for
 * people who do not come. But while nobody has asked yet, it may be that hardly anybody comes: then a whole crowd may be called at once.
 * `spread`: a random number in [0, 1), which keeps browsers apart.
 */
export const pauseFor = (
  wait: Wait,
  poll: Poll,
  { isHidden, passes }: { readonly isHidden: boolean; readonly passes: number },
  spread: number,
): number => {
  const pause = pauseOf(wait, poll, isHidden, passes > mostLooksASecond * poll.min);
  return pause < poll.max ? pause * (1 + longer * spread) : pause * (least + (most - least) * spread);
};

interface Poll {
  readonly divide: number;
  readonly min: number;
  readonly max: number;
}

const pauseOf = (wait: Wait, { divide, min, max }: Poll, isHidden: boolean, isCrowd: boolean): number => {
  if (wait.kind === 'unlikely') return 2 * max;
  // Whoever is called asks for a spot, and looks only to see what becomes of the line.
  if (isHidden || wait.kind === 'called' || wait.from === undefined) return max;
  const soonest = wait.from === 0 ? 0 : (wait.from + toldLess) / toldShare;
  const likely = (isCrowd && wait.likely) || 0;
  return Math.min(max, Math.max(min, wait.from, soonest / divide, likely / partOfLikely));
};
