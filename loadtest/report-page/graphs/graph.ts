import { type Html, html } from '../html';

/** The area inside the axes, in SVG units. The drawing is small, so that its text can still be read on a phone. */
const plot = { width: 360, height: 190, left: 46, right: 10, top: 10, bottom: 24 } as const;

export const plotWidth = plot.width - plot.left - plot.right;
export const plotHeight = plot.height - plot.top - plot.bottom;

/** Colour and stroke: two lines never differ by colour alone. */
export interface Look {
  readonly tone: 1 | 2 | 3;
  readonly dash: 0 | 1 | 2;
}

export interface Key extends Look {
  readonly name: string;
}

interface Figure {
  readonly title: string;
  /** What the drawing shows, in a sentence, for screen readers. */
  readonly sentence: string;
  readonly keys: readonly Key[];
  readonly drawing: Html;
  /** The same figures as a table. Absent in a live graph, because an open table would close at each second. */
  readonly table?: Html | undefined;
}

export const lookOf = ({ tone, dash }: Look) => `line tone-${tone} dash-${dash}`;

/** One graph with its title, its legend, and the table behind it. */
export const graphFigure = ({ title, sentence, keys, drawing, table }: Figure): Html => html`
<figure class="graph">
<figcaption><h3>${title}</h3>${keys.length > 1 && html`<ul class="legend">${keys.map(legendOf)}</ul>`}</figcaption>
<svg viewBox="0 0 ${plot.width} ${plot.height}" role="img" aria-label="${sentence}">${drawing}</svg>
${table && html`<details><summary>${title} as a table</summary>${table}</details>`}
</figure>`;

const legendOf = (key: Key) =>
  html`<li><svg class="swatch" viewBox="0 0 26 8" aria-hidden="true"><path class="${lookOf(key)}" d="M1 4h24"/></svg>${key.name}</li>`;

const round = (value: number) => Math.round(value * 10) / 10;

export const at = (x: number, y: number) => `${round(plot.left + x)} ${round(plot.top + plotHeight - y)}`;

/** A horizontal line of the grid, with its label. */
export const level = (share: number, words: string): Html => {
  const y = round(plot.top + plotHeight * (1 - share));
  return html`<path class="grid" d="M${plot.left} ${y}H${plot.width - plot.right}"/><text class="tick" x="${plot.left - 6}" y="${y + 4}" text-anchor="end">${words}</text>`;
};

/** A mark on the x axis. */
export const mark = (share: number, words: string): Html => {
  const x = round(plot.left + plotWidth * share);
  const anchor = share > 0.96 ? 'end' : 'middle';
  return html`<path class="grid" d="M${x} ${plot.top + plotHeight}v4"/><text class="tick" x="${x}" y="${plot.height - 6}" text-anchor="${anchor}">${words}</text>`;
};
