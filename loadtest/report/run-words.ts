import type { Check } from './test-report';

/** Of the committed result of a run. */
export interface Made {
  readonly date: string;
  readonly commit: string;
  readonly command: string;
  readonly machine: string;
}

/** Names and values. */
export type RunFigures = readonly (readonly [string, string])[];

/** A run of one kind in a terminal: what it was, its figures, and what its verdict says. */
export const runInTerminal = (title: string, figures: RunFigures, checks: readonly Check[]): string => {
  const width = Math.max(...figures.map(([name]) => name.length)) + 2;
  return [
    '',
    title,
    ...figures.map(([name, value]) => `  ${name.padEnd(width)}${value}`),
    '',
    ...checks.map(
      ({ name, expected, actual, holds }) =>
        `  ${holds ? '✓' : '✗'} ${name}: ${actual}${holds ? '' : `, expected ${expected}`}`,
    ),
    '',
  ].join('\n');
};

export const tableRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** The figures of one run as a table of a committed result. */
export const figureTable = (figures: RunFigures): string =>
  [['', 'figure'], ['---', '---:'], ...figures].map((cells) => tableRow(cells)).join('\n');

/** The verdict as a list of a committed result. */
export const checkList = (checks: readonly Check[]): string =>
  checks
    .map(
      ({ name, actual, expected, holds }) =>
        `- ${holds ? 'holds' : '**does not hold**'}: ${name}: ${actual} (expected ${expected})`,
    )
    .join('\n');
