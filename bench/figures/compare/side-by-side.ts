import type { Benchmark } from '../benchmark';
import { disturbancesOf } from '../machine/disturbed';
import type { Detail, Run } from '../results';
import { number, table, withUnit } from '../words';
import { type Compared, median, type Pair, tolerance } from './compare';

const percent = (share: number) => `${share > 0 ? '+' : ''}${number(100 * share)} %`;

/** Before and after of one benchmark, for a terminal and for a file. */
export const sideBySide = (
  { title }: Pick<Benchmark, 'title'>,
  pairs: readonly Pair[],
  compared: readonly Compared[],
): string => {
  const [{ before, after } = {}] = pairs;
  const disturbed = pairs.flatMap((pair, n) =>
    (['before', 'after'] as const).flatMap((which) => {
      const { outcome, ...run } = pair[which];
      const reasons = outcome.kind === 'failed' ? [`It failed: ${outcome.why}`] : disturbancesOf(run);
      return reasons.map((reason) => `- Pair ${n + 1}, ${which}: ${reason}`);
    }),
  );
  const rows = compared.map((one) => [
    one.goal.name,
    withUnit(median(one.before), one.goal.unit),
    withUnit(median(one.after), one.goal.unit),
    percent(one.change),
    percent(one.spread).replace('+', ''),
    one.verdict === 'worse' || one.verdict === 'failed' ? `**${one.verdict}**` : one.verdict,
  ]);
  return [
    `## ${title}: ${before?.made.commit} and ${after?.made.commit}`,
    `${pairs.length} pairs on ${after?.made.date}: ${after?.made.machine}, Node ${after?.made.node}. Medians; CPU figures are normalised. *Change* is the median of the quiet pairs, *spread* the highest less the lowest of one tree. Worse: by more than ${100 * tolerance} %, in three of four pairs at least.`,
    table(['figure', 'before', 'after', 'change', 'spread', ''], rows),
    ...(disturbed.length > 0 ? [disturbed.join('\n')] : []),
    ...everyValue(compared),
    ...partsOf(pairs),
  ].join('\n\n');
};

const everyValue = (compared: readonly Compared[]): readonly string[] => {
  const told = compared.filter(({ before, after }) => new Set([...before, ...after]).size > 1);
  const pairs = told[0]?.before.map((_, n) => String(n + 1)) ?? [];
  if (told.length === 0) return [];
  const rows = told.flatMap(({ goal, before, after }) => [
    [`${goal.name}, before`, ...before.map(number)],
    ['after', ...after.map(number)],
  ]);
  return [table(['pair', ...pairs], rows)];
};

/** Medians of a table of details that has one column of numbers in each run, as they were measured. */
const partsOf = (pairs: readonly Pair[]): readonly string[] => {
  const details = (runs: readonly Run[]) =>
    runs.flatMap(({ outcome }) => (outcome.kind === 'measured' ? outcome.details.slice(0, 1) : []));
  const [before, after] = [details(pairs.map((pair) => pair.before)), details(pairs.map((pair) => pair.after))];
  const [first] = after;
  if (first?.head.length !== 2) return [];
  const valueIn = (all: readonly Detail[], name: string) =>
    median(
      all.map(({ rows }) =>
        Number((rows.find(([label]) => label === name)?.[1] ?? '').replaceAll(',', '') || Number.NaN),
      ),
    );
  const rows = first.rows.map(([name = '']) => [name, number(valueIn(before, name)), number(valueIn(after, name))]);
  return [table([first.head[0] ?? '', 'before', 'after'], rows)];
};
