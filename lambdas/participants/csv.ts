/** A cell of a table. Text is what people typed; a number is ours. */
export type Cell = string | number | undefined;

/** At its beginning, after spaces, a spreadsheet takes these for a formula: also the full-width forms. */
const formula = /^\s*[=+\-@＝＋－＠\t\r\n]/u;

/**
 * Text in a file that spreadsheets open: what looks like a formula gets an apostrophe in front, so it is shown and never
 * evaluated. https://owasp.org/www-community/attacks/CSV_Injection
 */
const textCell = (text: string): string => {
  const harmless = formula.test(text) ? `'${text}` : text;
  return /[",\r\n;\t]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
};

const cell = (value: Cell): string => (typeof value === 'string' ? textCell(value) : (value?.toString() ?? ''));

/** RFC 4180 (https://www.rfc-editor.org/rfc/rfc4180), with the mark by which spreadsheets know UTF-8. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
