import { Histogram } from '../../report/histogram';
import type { TestReport } from '../../report/test-report';
import { type Html, html } from '../html';
import { table } from '../table';
import { milliseconds, percent } from '../words';
import { at, graphFigure, type Look, level, lookOf, mark, plotHeight, plotWidth } from './graph';
import { ticksUpTo } from './scale';

interface Run {
  readonly name: string;
  readonly report: TestReport;
}

interface Measured {
  readonly name: string;
  /** Microseconds. */
  readonly times: Histogram;
}

/** The axis, from one power of ten milliseconds to another, as exponents of ten. */
interface Decades {
  readonly first: number;
  readonly last: number;
}

/** Columns for each power of ten: enough to see two peaks, and few enough to hide noise. */
const columnsPerDecade = 8;
const quantiles = [0.5, 0.75, 0.9, 0.95, 0.99, 0.999, 1] as const;

/**
 * The distribution of the response times of each step, with the same axis for all, so that steps can be compared by
 * eye. Throws when a histogram is damaged.
 */
export const distributions = (runs: readonly Run[]): Html => {
  const steps = [...new Set(runs.flatMap(({ report }) => report.steps.map(({ name }) => name)))];
  const measured = steps.map((step) => ({
    step,
    runs: runs.map(({ name, report }) => ({ name, times: timesOf(report, step) })),
  }));
  const all = measured.flatMap((each) => each.runs.flatMap(({ times }) => times.buckets()));
  if (all.length === 0) return html``;
  const decades = decadesOf(all.map(({ to }) => to / 1000));
  return html`<div class="graphs">${measured.map((each) => distribution(each.step, each.runs, decades))}</div>`;
};

const timesOf = ({ steps }: TestReport, name: string): Histogram => {
  const step = steps.find((each) => each.name === name);
  return step ? Histogram.parse(step.histogram) : new Histogram();
};

const decadesOf = (times: readonly number[]): Decades => {
  const [least, most] = times.reduce(([low, high], time) => [Math.min(low, time), Math.max(high, time)], [Infinity, 0]);
  const first = Math.floor(Math.log10(Math.max(0.1, least)));
  return { first, last: Math.max(first + 1, Math.ceil(Math.log10(most))) };
};

/** The share of the requests in each column. A bucket counts where its middle is. */
const sharesOf = (times: Histogram, { first, last }: Decades): readonly number[] => {
  const shares = Array.from({ length: (last - first) * columnsPerDecade }, () => 0);
  for (const { from, to, count } of times.buckets()) {
    const middle = Math.log10((from + to) / 2000) - first;
    const column = Math.min(shares.length - 1, Math.max(0, Math.floor(middle * columnsPerDecade)));
    shares[column] = (shares[column] ?? 0) + count / times.count;
  }
  return shares;
};

const distribution = (step: string, runs: readonly Measured[], decades: Decades): Html => {
  const title = `Spread: ${step}`;
  const shapes = runs.map(({ times }) => sharesOf(times, decades));
  const levels = ticksUpTo(Math.max(...shapes.flat()), 3);
  const top = levels.at(-1) ?? 1;
  const { first, last } = decades;
  const powers = Array.from({ length: last - first + 1 }, (_, n) => first + n);
  return graphFigure({
    title,
    keys: runs.map(({ name }, n) => ({ name, ...lookOfRun(n) })),
    sentence: `${title}. ${runs.map(inWords).join(' ')}`,
    drawing: html`${levels.map((share) => level(share / top, percent(share).replace('.0', '')))}${powers.map((power) =>
      mark((power - first) / (last - first), powerOfTen(power)),
    )}${shapes.map((shares, n) => html`<path class="${lookOf(lookOfRun(n))} area" d="${outline(shares, top)}"/>`)}`,
    table: table({
      name: title,
      heads: ['Share of them', ...runs.map(({ name }) => `${name}: at most`)],
      rows: quantiles.map((share) => [percent(share), ...runs.map(({ times }) => atMost(times, share))]),
    }),
  });
};

const atMost = (times: Histogram, share: number) =>
  times.count === 0 ? 'none' : milliseconds(times.percentile(share) / 1000);

const inWords = ({ name, times }: Measured) =>
  times.count === 0
    ? `No request of ${name}.`
    : `Of ${name}, half took at most ${atMost(times, 0.5)}, 99 % at most ${atMost(times, 0.99)}.`;

const powerOfTen = (power: number) =>
  power < 3 ? `${Number((10 ** power).toPrecision(1))} ms` : `${10 ** (power - 3)} s`;

const lookOfRun = (n: number): Look => (n === 0 ? { tone: 1, dash: 0 } : { tone: 2, dash: 1 });

const outline = (shares: readonly number[], top: number): string => {
  const width = plotWidth / shares.length;
  const steps = shares.map((share, n) => {
    const y = (share / top) * plotHeight;
    return `${at(n * width, y)}L${at((n + 1) * width, y)}`;
  });
  return `M${at(0, 0)}L${steps.join('L')}L${at(plotWidth, 0)}`;
};
