import type { SalesMessage } from '../../../lambdas/api/console/sales-messages';
import type { Point } from './scale';

type Series = SalesMessage['series'];

/** What came at one time, and how many there were in all after it. */
export interface Came {
  readonly at: number;
  readonly came: number;
  readonly total: number;
  readonly gone: number;
}

/** Registrations over time, of one event or of all. */
export const cameIn = ({ before, points }: Series, eventId: string | undefined): readonly Came[] => {
  const of = (counts: Readonly<Record<string, number>>) =>
    eventId === undefined ? Object.values(counts).reduce((sum, one) => sum + one, 0) : (counts[eventId] ?? 0);
  let total = of(before);
  return points.map(({ at, stands, gone }) => {
    const came = of(stands);
    total += came;
    return { at: Date.parse(at), came, total, gone };
  });
};

/** From the beginning of what is shown to its end, also where nobody came. A point tells what was so at its end. */
export const lineOf = (series: Series, came: readonly Came[], eventId: string | undefined): readonly Point[] => {
  const { before, from, to } = series;
  const first =
    eventId === undefined ? Object.values(before).reduce((sum, one) => sum + one, 0) : (before[eventId] ?? 0);
  const last = came.at(-1)?.total ?? first;
  return [
    [Date.parse(from), first],
    ...came.map(({ at, total }) => [Math.max(at, Date.parse(from)), total] as const),
    [Date.parse(to), last],
  ];
};

interface Priced {
  readonly id: string;
  readonly prices: readonly { readonly label: string; readonly from: string }[];
}

/** The price periods of one event; of all, where each event has the same. */
export const periodsOf = (events: readonly Priced[], eventId: string | undefined) => {
  const shown = events.filter(({ id, prices }) => (eventId === undefined || id === eventId) && prices.length > 0);
  const same = (one: Priced, other: Priced | undefined) =>
    one.prices.every(({ label, from }, n) => other?.prices[n]?.label === label && other?.prices[n]?.from === from);
  const [first] = shown;
  if (!first || !shown.every((one) => one.prices.length === first.prices.length && same(one, first))) return [];
  return first.prices.map(({ label, from }) => ({ label, from: Date.parse(from) }));
};

/**
 * The line of an earlier race, moved so that both openings are at one instant, until `to`. What came later than that is left out.
 */
export const lineBeside = (series: Series, shiftMs: number, to: number): readonly Point[] => {
  const moved = lineOf(series, cameIn(series, undefined), undefined).map(
    ([at, value]) => [at + shiftMs, value] as const,
  );
  const shown = moved.filter(([at]) => at <= to);
  const last = shown.at(-1);
  return last && last[0] < to ? [...shown, [to, last[1]]] : shown;
};

interface Named {
  readonly id: string;
  readonly name: string;
  readonly opensAt: string;
}

const withoutYear = (name: string): string => name.replaceAll(/\d+/g, '').trim();

/** Races that opened before this one, the last first, and which of them is the same race of an earlier year. */
export const earlierThan = <Race extends Named>(
  race: Named,
  races: readonly Race[],
): { readonly earlier: readonly Race[]; readonly sameName: Race | undefined } => {
  const earlier = races
    .filter(({ id, opensAt }) => id !== race.id && opensAt < race.opensAt)
    .sort((one, other) => (one.opensAt < other.opensAt ? 1 : -1));
  return { earlier, sameName: earlier.find(({ name }) => withoutYear(name) === withoutYear(race.name)) };
};
