/** How long somebody waits, as the page says it. It is told as a range that is kept, or not at all. */
export type Wait =
  | { readonly kind: 'called' }
  /** In seconds. */
  | { readonly kind: 'range'; readonly from: number; readonly to: number }
  /** `from`: so many seconds at the least, if anybody knows. */
  | { readonly kind: 'uncertain'; readonly from?: number }
  /** It is not called within an hour even if all goes well. */
  | { readonly kind: 'unlikely' };

type Point = readonly [seconds: number, low: number, middle: number, high: number];

/** What a turn waits, by the curve of its event: the low values are the least that is called, the high ones the most. */
export const waitOf = (turn: number, calledTo: number, curve: readonly Point[]): Wait => {
  if (turn < calledTo) return { kind: 'called' };
  const soonest = reached(turn, calledTo, curve, 3);
  const latest = reached(turn, calledTo, curve, 1);
  if (soonest === undefined) return curve.length > 0 ? { kind: 'unlikely' } : { kind: 'uncertain' };
  const from = Math.max(0, soonest * 0.75 - 10);
  return latest === undefined ? { kind: 'uncertain', from } : { kind: 'range', from, to: latest * 1.1 + 15 };
};

const reached = (turn: number, calledTo: number, curve: readonly Point[], which: 1 | 3): number | undefined => {
  let [seconds, to] = [0, calledTo];
  for (const point of curve) {
    const next = point[which];
    if (turn < next) return seconds + ((point[0] - seconds) * (turn - to)) / (next - to);
    seconds = point[0];
    to = Math.max(to, next);
  }
  return undefined;
};

/**
 * When to ask again, in seconds. Whoever may be called soon asks often, also where nobody knows how long it takes: the line takes people
 * who come later than others did for people who do not come. `spread`: a random number in [0, 1), which keeps browsers apart.
 */
export const pauseFor = (
  wait: Wait,
  { divide, min, max }: { readonly divide: number; readonly min: number; readonly max: number },
  isHidden: boolean,
  spread: number,
): number => {
  const soonest = isHidden || wait.kind === 'unlikely' ? undefined : wait.kind === 'called' ? 0 : wait.from;
  const seconds =
    wait.kind === 'unlikely' ? 2 * max : soonest === undefined ? max : Math.min(max, Math.max(min, soonest / divide));
  return seconds * (1 + 0.2 * spread);
};
