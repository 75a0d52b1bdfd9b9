import type { Goal } from './benchmark';

export const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/** A Markdown table: names on the left, figures on the right. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), row(head.map((_, column) => (column === 0 ? '---' : '---:'))), ...rows.map(row)].join('\n');

/** A number with as many digits as a reader needs. */
export const number = (value: number): string =>
  Number.isFinite(value)
    ? value.toLocaleString('en-US', { maximumFractionDigits: Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0 })
    : 'none';

export const withUnit = (value: number, unit: string): string =>
  unit.startsWith('/') || unit === '' ? `${number(value)}${unit}` : `${number(value)} ${unit}`;

export const targetInWords = ({ target, unit }: Goal): string => {
  if (!target) return '';
  return 'least' in target ? `≥ ${withUnit(target.least, unit)}` : `≤ ${withUnit(target.most, unit)}`;
};
