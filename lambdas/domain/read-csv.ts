export interface CsvRow {
  /** Where it begins in the file, counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** `unclosed-quote`: a cell that begins at this line never ends. */
interface UnclosedQuote {
  readonly kind: 'unclosed-quote';
  readonly line: number;
}

export type CsvRead = { readonly kind: 'read'; readonly rows: readonly CsvRow[] } | UnclosedQuote;

/** Why nobody can use a file, whatever its columns mean. */
export type UnusableCsv = UnclosedQuote | { readonly kind: 'no-rows' | 'too-many-rows' };

const delimiters = [',', ';', '\t', '|'] as const;
/** How many rows are read to find the delimiter of a file. */
const sampleRows = 50;

/** Excel writes such a first line, and hides it: `sep=;`. */
const named = /^"?sep=([,;\t|])"?[ \t]*(?:\r\n|\r|\n|$)/i;

/**
 * The rows of a CSV file (https://www.rfc-editor.org/rfc/rfc4180). The delimiter is the one that its first line names, or the one with
 * which most rows have as many cells as the first row, or as each other. Empty lines are left out.
 */
export const readCsv = (text: string): CsvRead => {
  const content = text.replace(/^\uFEFF/, '');
  const [line, delimiter] = named.exec(content) ?? [];
  if (line !== undefined && delimiter !== undefined)
    return split(content.slice(line.length), delimiter, Number.POSITIVE_INFINITY, 2);
  return split(content, delimiterOf(content), Number.POSITIVE_INFINITY);
};

const delimiterOf = (content: string): string => {
  const samples = delimiters.map((delimiter) => {
    const read = split(content, delimiter, sampleRows);
    return { delimiter, widths: read.kind === 'read' ? read.rows.map(({ cells }) => cells.length) : [] };
  });
  const best = (judge: (widths: readonly number[]) => number) =>
    samples.reduce((one, other) => (judge(other.widths) > judge(one.widths) ? other : one));
  const byHead = best((widths) => fitOf(widths, widths[0] ?? 0));
  const [width = 0] = byHead.widths;
  if (width > 1 && countOf(byHead.widths, width) * 2 > byHead.widths.length) return byHead.delimiter;
  // A title stands above the names of the columns, which is as wide as it likes.
  return best((widths) => Math.max(0, ...widths.map((one) => fitOf(widths, one)))).delimiter;
};

const countOf = (widths: readonly number[], wanted: number): number =>
  widths.filter((width) => width === wanted).length;

/** How well a delimiter fits, by how many rows have so many cells. */
const fitOf = (widths: readonly number[], width: number): number =>
  width < 2 ? 0 : countOf(widths, width) * 100 + width;

/** `firstLine`: the number of the line that the text begins with. */
const split = (text: string, delimiter: string, most: number, firstLine = 1): CsvRead => {
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let [line, begun, at] = [firstLine, firstLine, 0];
  const end = () => {
    if (cells.some((cell) => cell.trim() !== '')) rows.push({ line: begun, cells });
    cells = [];
  };
  while (at < text.length && rows.length < most) {
    if (cells.length === 0) begun = line;
    let cell = '';
    if (text[at] === '"') {
      const opened = line;
      for (at++; ; ) {
        const close = text.indexOf('"', at);
        if (close < 0) return { kind: 'unclosed-quote', line: opened };
        cell += text.slice(at, close);
        at = close + 1;
        if (text[at] !== '"') break;
        cell += '"';
        at++;
      }
      line += cell.match(/\r\n|\r|\n/g)?.length ?? 0;
    }
    const from = at;
    while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r') at++;
    cells.push(cell + text.slice(from, at));
    if (at >= text.length) break;
    if (text[at] === delimiter) {
      at++;
      // A delimiter at the end of the file has an empty cell behind it.
      if (at === text.length) cells.push('');
      continue;
    }
    at += text.startsWith('\r\n', at) ? 2 : 1;
    line++;
    end();
  }
  end();
  return { kind: 'read', rows: rows.slice(0, most) };
};

/**
 * Spreadsheets leave out the empty cells at the end of a row, or add some. A cell too many that says something is one that nobody has
 * named, and a short row at the end of a file that breaks off may be half of one.
 */
export const wholeRows = (text: string, rows: readonly CsvRow[], columns: number) => {
  const broken = /[\r\n]$/.test(text) ? undefined : rows.at(-1)?.cells;
  return (cells: readonly string[]): boolean =>
    cells.length < columns ? cells !== broken : cells.slice(columns).every((cell) => cell.trim() === '');
};
