/** The ends of the parts that delays are counted in: how many seconds after their call people ask. The last one has no end. */
export const delayEnds = [5, 10, 20, 40, 80, 160] as const;

/** The part that a delay is counted in, from 0. */
export const delayPart = (seconds: number): number => {
  const part = delayEnds.findIndex((end) => seconds <= end);
  return part < 0 ? delayEnds.length - 1 : part;
};

/** What had been called and asked in all at an instant, in seconds since the epoch; how many spots were free; and to which turn. */
export type Reading = readonly [at: number, called: number, asked: number, free: number, calledTo: number];

/** Readings are so far apart, but for those that the shorter delays are found by: these are as exact as the ticks. */
const readingSeconds = 5;
const exactSeconds = 45;
/** Longer than the longest delay. */
const leastHistorySeconds = 240;

/**
 * The history after another step of the line. It begins with what was before the first step: otherwise nobody knew when those were
 * called whom the first step called.
 */
export const withReading = (
  history: readonly Reading[],
  before: Reading,
  after: Reading,
  holdSeconds: number,
): readonly Reading[] => {
  const now = after[0];
  const all = [...(history.length === 0 ? [before] : history), after];
  const oldest = now - Math.max(leastHistorySeconds, holdSeconds + 120);
  // The first one stays: what was free at the beginning says how many spots were given.
  return all.filter((reading, n) => {
    const [at] = reading;
    if (n === 0 || n === all.length - 1 || at > now - exactSeconds) return true;
    return at > oldest && Math.floor(at / readingSeconds) !== Math.floor((all[n - 1]?.[0] ?? 0) / readingSeconds);
  });
};

/** Where a line had called to so many seconds before `now` (seconds since the epoch), at the ends of the parts. `history`: the oldest first. */
export const pastOf = (history: readonly Reading[], now: number): readonly (readonly [number, number])[] =>
  delayEnds.map((seconds) => [seconds, history.findLast(([at]) => at <= now - seconds)?.[4] ?? 0]);

/**
 * The part in which a turn asks now. `past`: as `pastOf` has it. A turn that was called already at an end asks in a later part.
 */
export const partOfTurn = (turn: number, past: readonly (readonly [seconds: number, calledTo: number])[]): number => {
  const end = past.findLast(([, calledTo]) => turn < calledTo)?.[0];
  return end === undefined ? 0 : Math.min(delayEnds.length - 1, delayPart(end) + 1);
};

/** With fewer asks, people are believed to ask after `believedSeconds`. */
const fewestAsks = 200;
/** Slow on purpose: a line that believes people to be faster than they are calls too many. */
const believedSeconds = 60;
/** The same for parts of which nothing is known yet: exponential, in seconds. */
export const believedMean = 30;

/**
 * How many of the passes that were called should have asked by now, if everybody asks. `history`: the oldest first, without the
 * present. `shareBy`: the share of them that has asked so many seconds after their call.
 */
export const dueOf = (
  history: readonly Reading[],
  called: number,
  now: number,
  shareBy: (age: number) => number,
): number => cohorts(history, called, now).reduce((due, [age, passes]) => due + passes * shareBy(age), 0);

/**
 * The same share at the most, for people who are called next. People look less often while the line stands still. So they may ask
 * later than others did. And within a part of the delays, all of them may have asked at its end: where answers are slow, most people
 * come after a certain time, and who is due before that looks as if they did not come.
 */
export const patiently =
  (shareBy: (age: number) => number) =>
  (age: number): number =>
    Math.min(shareBy(delayEnds.findLast((end) => end <= age) ?? 0), age / believedSeconds);

/**
 * The share of those who ask at all that has asked so many seconds after their call. `lateAfter`: how many seconds later those ask,
 * on average, who were not called long enough ago.
 */
export const sharesBy = (
  history: readonly Reading[],
  asks: readonly number[],
  called: number,
  now: number,
  lateAfter = believedMean,
): ((age: number) => number) => {
  if (sum(asks) < fewestAsks) return (age) => (age >= believedSeconds ? 1 : 0);
  const groups = cohorts(history, called, now);
  // Who was called a moment ago had no time to ask late: each part is compared with those who had.
  const observed: number[] = [];
  for (const [n, end] of delayEnds.entries()) {
    const start = delayEnds[n - 1] ?? 0;
    const exposed = groups.reduce((all, [age, passes]) => all + passes * clamp((age - start) / (end - start)), 0);
    if (exposed < fewestAsks) break;
    observed.push((asks[n] ?? 0) / exposed);
  }
  const last = delayEnds[observed.length - 1] ?? 0;
  const known = observed.length === delayEnds.length ? 1 : 1 - Math.exp(-last / lateAfter);
  // Nobody comes besides those who were called.
  const all = Math.min(1, sum(observed) / known);
  if (all === 0) return (age) => (age >= believedSeconds ? 1 : 0);
  const points: (readonly [age: number, share: number])[] = [[0, 0]];
  let share = 0;
  for (const [n, part] of observed.entries()) {
    share += part / all;
    points.push([delayEnds[n] ?? 0, share]);
  }
  if (known < 1) points.push([Math.max(last + 1, 4 * lateAfter), 1]);
  return (age) => along(points, age);
};

/** Those who were called between two readings, and how long ago, in seconds. */
const cohorts = (history: readonly Reading[], called: number, now: number) =>
  history.map(([at, before], n) => {
    const [until, after] = history[n + 1] ?? [now, called];
    return [now - (at + until) / 2, Math.max(0, after - before)] as const;
  });

const along = (points: readonly (readonly [number, number])[], x: number): number => {
  const n = points.findIndex(([end]) => x < end);
  if (n < 0) return 1;
  const [[x0, y0], [x1, y1]] = [points[n - 1] ?? [0, 0], points[n] ?? [0, 0]];
  return n === 0 ? 0 : y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
};

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
const clamp = (share: number) => Math.min(1, Math.max(0, share));
