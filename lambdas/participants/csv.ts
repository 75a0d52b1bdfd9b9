import { plainCell } from '../domain/plain-cell';

/** A cell of a table. A text may be what people typed. A number is made by us, so it is never a formula. */
export type Cell = string | number | undefined;

/** https://owasp.org/www-community/attacks/CSV_Injection */
const textCell = (text: string): string => {
  const harmless = plainCell(text);
  return /[",\r\n;\t]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
};

const cell = (value: Cell): string => (typeof value === 'string' ? textCell(value) : (value?.toString() ?? ''));

/** A CSV file (https://www.rfc-editor.org/rfc/rfc4180). It begins with a byte order mark, by which spreadsheets know that it is UTF-8. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
