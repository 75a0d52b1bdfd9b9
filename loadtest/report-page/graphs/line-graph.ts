import { type Html, html } from '../html';
import { table } from '../table';
import { seconds } from '../words';
import { at, graphFigure, type Key, level, lookOf, mark, plotHeight, plotWidth } from './graph';
import { type Fold, fold, ticksUpTo } from './scale';

export interface Line extends Key {
  /** One value for each second, from the first on. */
  readonly values: readonly number[];
}

export interface LineGraph {
  readonly title: string;
  readonly write: (value: number) => string;
  readonly fold: Fold;
  readonly lines: readonly Line[];
}

/** More points cannot be told apart in a graph, nor read in a table. */
const mostPoints = 120;

/** Lines over the seconds of a run. `growing`: the graph is drawn again each second, and has no table yet. */
export const lineGraph = ({ title, write, fold: how, lines }: LineGraph, growing = false): Html => {
  const length = Math.max(0, ...lines.map(({ values }) => values.length));
  if (length === 0)
    return html`<figure class="graph"><figcaption><h3>${title}</h3></figcaption><p class="quiet">No second has been measured yet.</p></figure>`;
  const size = Math.ceil(length / mostPoints);
  const drawn = lines.map((line) => ({ ...line, values: fold(line.values, size, how) }));
  const levels = ticksUpTo(Math.max(...drawn.flatMap(({ values }) => values)), 4);
  const top = levels.at(-1) ?? 1;
  const span = Math.max(1, length - 1);
  const place = (value: number, n: number) => at(((n * size) / span) * plotWidth, (value / top) * plotHeight);
  const marks = ticksUpTo(span, 5).filter((second) => second <= span);
  return graphFigure({
    title,
    sentence: sentenceOf(title, lines, write),
    keys: lines,
    drawing: html`${levels.map((value) => level(value / top, write(value)))}${marks.map((second) => mark(second / span, `${second} s`))}${drawn.map((line) => drawingOf(line, place))}`,
    table: growing ? undefined : tableOf(title, drawn, size, how, write),
  });
};

const drawingOf = (line: Line, place: (value: number, n: number) => string) => {
  // A stroke of no length with a round end is a dot, so a run of one second is visible too.
  const points = line.values.length === 1 ? [...line.values, ...line.values] : line.values;
  const path = points.map((value, n) => place(value, Math.min(n, line.values.length - 1))).join('L');
  return html`<path class="${lookOf(line)}" d="M${path}"/>`;
};

const sentenceOf = (title: string, lines: readonly Line[], write: (value: number) => string) => {
  const peaks = lines.map(({ name, values }) => {
    const most = Math.max(0, ...values);
    return `${name} at most ${write(most)}, in second ${Math.max(0, values.indexOf(most))}`;
  });
  return `${title}: ${peaks.join('; ')}.`;
};

const tableOf = (
  title: string,
  lines: readonly Line[],
  size: number,
  how: Fold,
  write: (value: number) => string,
): Html => {
  const rows = Math.max(...lines.map(({ values }) => values.length));
  return html`${size > 1 && html`<p class="quiet">Each line stands for ${seconds(size)}: ${how === 'most' ? 'the highest' : 'the mean'} of them.</p>`}${table(
    {
      name: title,
      heads: ['Second', ...lines.map(({ name }) => name)],
      rows: Array.from({ length: rows }, (_, n) => [
        String(n * size),
        ...lines.map(({ values }) => (values[n] === undefined ? '' : write(values[n]))),
      ]),
    },
  )}`;
};
