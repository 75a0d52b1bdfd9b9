import { NotUnzipped, unzip } from './unzip';

/** `old`: of Excel before 2007, or with a password. */
export type NoXlsx = 'old' | 'not-xlsx' | 'encrypted' | 'too-large' | 'too-many-rows' | 'no-sheet';

export type XlsxRead =
  | { readonly kind: 'read'; readonly csv: string }
  | { readonly kind: 'unreadable'; readonly why: NoXlsx };

/** A sheet of 60,000 rows and twelve columns has some 40 MB unpacked. */
const mostUnpackedBytes = 100_000_000;
const mostRows = 60_000;
const mostColumns = 200;
/** Of all cells. Cells may share a text, so a small workbook can say more than fits any memory. No command takes as much as this. */
const mostCharacters = 20_000_000;

/** Files of Excel before 2007, and files with a password, begin so. */
const oldMark = [0xd0, 0xcf, 0x11, 0xe0];
const zipMark = [0x50, 0x4b];
const beginsWith = (bytes: Uint8Array, mark: readonly number[]) => mark.every((byte, at) => bytes[at] === byte);

export const isWorkbook = (bytes: Uint8Array): boolean => beginsWith(bytes, zipMark) || beginsWith(bytes, oldMark);

/**
 * The first sheet of a workbook as CSV. Of a formula, the value that was saved is read. A cell with the format of a time becomes
 * `1:23:45.6`. It is read in the browser of the director who chose it, or on their machine by `npm run direct`, and never by a
 * function: a bad workbook harms nobody else.
 */
export const readXlsx = async (bytes: Uint8Array): Promise<XlsxRead> => {
  if (beginsWith(bytes, oldMark)) return { kind: 'unreadable', why: 'old' };
  try {
    const { read } = unzip(bytes, mostUnpackedBytes);
    const [book, links] = [await read('xl/workbook.xml'), await read('xl/_rels/workbook.xml.rels')];
    if (book === undefined || links === undefined) return { kind: 'unreadable', why: 'not-xlsx' };
    const sheet = await read(pathOfFirstSheet(book, links));
    if (sheet === undefined) return { kind: 'unreadable', why: 'no-sheet' };
    const texts = textsIn((await read('xl/sharedStrings.xml')) ?? '');
    const isTime = timesIn((await read('xl/styles.xml')) ?? '');
    return csvOf(sheet, texts, isTime);
  } catch (error) {
    if (error instanceof NotUnzipped)
      return { kind: 'unreadable', why: error.why === 'not-zip' ? 'not-xlsx' : error.why };
    throw error;
  }
};

// Programs write these files, so their tags are found by pattern. Some programs put a prefix before each name. No two names differ
// by capitals alone. No pattern looks past the next "<" for the end of a tag, nor twice for an end that is not there: a file of
// which half is missing is read as fast as a whole one.
const openingTag = (name: string) => new RegExp(`<(?:\\w+:)?${name}\\b([^<>]*?)/?>`, 'gi');

interface Element {
  readonly attributes: string;
  readonly content: string;
  readonly from: number;
  readonly to: number;
}

/** The elements of this name, one after the other. */
function* elements(xml: string, name: string): Generator<Element> {
  const [opening, closing] = [openingTag(name), new RegExp(`</(?:\\w+:)?${name}>`, 'gi')];
  for (let open = opening.exec(xml); open; open = opening.exec(xml)) {
    const [whole, attributes = ''] = open;
    const [from, inside] = [open.index, opening.lastIndex];
    if (whole.endsWith('/>')) {
      yield { attributes, content: '', from, to: inside };
      continue;
    }
    closing.lastIndex = inside;
    const close = closing.exec(xml);
    // Then no later one is closed either.
    if (!close) return;
    opening.lastIndex = closing.lastIndex;
    yield { attributes, content: xml.slice(inside, close.index), from, to: closing.lastIndex };
  }
}

const firstIn = (xml: string, name: string): string => elements(xml, name).next().value?.content ?? '';

const without = (xml: string, name: string): string => {
  let [rest, at] = ['', 0];
  for (const { from, to } of elements(xml, name)) {
    rest += xml.slice(at, from);
    at = to;
  }
  return rest + xml.slice(at);
};

const attribute = (attributes: string, name: string): string | undefined =>
  new RegExp(`(?:^|\\s)${name}="([^"]*)"`, 'i').exec(attributes)?.[1];

const signs: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const plain = (text: string): string =>
  text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal ?? Number.NaN);
    return code <= 0x10ffff ? String.fromCodePoint(code) : (signs[name] ?? whole);
  });

const pathOfFirstSheet = (book: string, links: string): string => {
  const [, sheet = ''] = openingTag('sheet').exec(book) ?? [];
  const id = attribute(sheet, '(?:\\w+:)?id');
  const link = [...links.matchAll(openingTag('relationship'))].find(([, of = '']) => attribute(of, 'id') === id);
  const target = plain(attribute(link?.[1] ?? '', 'target') ?? '');
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
};

/** Texts may be in several pieces, with formats of their own. How a text is pronounced is left out. */
const textOf = (content: string): string =>
  [...elements(without(content, 'rPh'), 't')].map((text) => plain(text.content)).join('');

const textsIn = (shared: string): readonly string[] =>
  [...elements(shared, 'si')].map(({ content }) => textOf(content));

/** The formats of times that every workbook has. */
const usualTimes = new Set([18, 19, 20, 21, 45, 46, 47]);

/** Whether the cells of a style are times of day or durations. */
const timesIn = (styles: string): ((style: number) => boolean) => {
  const formats = new Map(
    [...styles.matchAll(openingTag('numFmt'))].map(([, of = '']) => [
      Number(attribute(of, 'numFmtId')),
      plain(attribute(of, 'formatCode') ?? '').replace(/"[^"]*"|\\./g, ''),
    ]),
  );
  const isTime = [...firstIn(styles, 'cellXfs').matchAll(openingTag('xf'))].map(([, of = '']) => {
    const id = Number(attribute(of, 'numFmtId'));
    const format = formats.get(id);
    return format === undefined ? usualTimes.has(id) : /[hs]/i.test(format) && !/[dy]/i.test(format);
  });
  return (style) => isTime[style] ?? false;
};

const csvOf = (sheet: string, texts: readonly string[], isTime: (style: number) => boolean): XlsxRead => {
  const rows: (readonly string[])[] = [];
  let characters = 0;
  for (const { attributes, content } of elements(sheet, 'row')) {
    const number = Number(attribute(attributes, 'r') ?? rows.length + 1);
    if (!(number <= mostRows) || rows.length >= mostRows) return { kind: 'unreadable', why: 'too-many-rows' };
    // Empty rows may be left out. With them, a line has the number that people see.
    while (rows.length < number - 1) rows.push([]);
    const cells: string[] = [];
    for (const { attributes: about, content: inner } of elements(content, 'c')) {
      const column = columnOf(attribute(about, 'r')) ?? cells.length;
      if (column >= mostColumns) continue;
      while (cells.length < column) cells.push('');
      const text = cellText(about, inner, texts, isTime);
      characters += text.length;
      if (characters > mostCharacters) return { kind: 'unreadable', why: 'too-large' };
      // A cell has no end of a line, so that a line is a row.
      cells[column] = text.replace(/\s+/g, ' ');
    }
    rows.push(cells);
  }
  const width = rows.find((cells) => cells.length > 0)?.length;
  if (width === undefined) return { kind: 'unreadable', why: 'no-sheet' };
  return { kind: 'read', csv: rows.map((cells) => lineOf(cells, width)).join('\r\n') };
};

/** Empty cells at the end of a row are left out of a workbook. */
const lineOf = (cells: readonly string[], width: number): string =>
  cells.length === 0
    ? ''
    : [...cells, ...Array<string>(Math.max(0, width - cells.length)).fill('')]
        .map((cell) => `"${cell.replaceAll('"', '""')}"`)
        .join(',');

/** `BC12` is in the column 54, counted from 0. */
const columnOf = (cell: string | undefined): number | undefined => {
  const letters = /^[A-Z]{1,3}/.exec(cell ?? '')?.[0];
  return letters === undefined
    ? undefined
    : [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
};

const cellText = (
  about: string,
  inner: string,
  texts: readonly string[],
  isTime: (style: number) => boolean,
): string => {
  const kind = attribute(about, 't') ?? 'n';
  if (kind === 'inlineStr') return textOf(inner);
  const value = plain(firstIn(inner, 'v'));
  if (kind === 's') return texts[Number(value)] ?? '';
  // `#N/A` and its like.
  if (kind === 'e') return '';
  if (kind !== 'n' || value === '') return value;
  const number = Number(value);
  return isTime(Number(attribute(about, 's') ?? 0)) ? timeOf(number) : String(number);
};

/** A fraction of a day as `1:23:45.678`. */
const timeOf = (days: number): string => {
  const ms = Math.round(days * 86_400_000);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const rest = ms % 1000 === 0 ? '' : `.${String(ms % 1000).padStart(3, '0')}`;
  return `${Math.floor(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}${rest}`;
};
