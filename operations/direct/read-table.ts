import { readFileSync, statSync } from 'node:fs';
import { decodeFile, encodings } from '../../lambdas/domain/decode-file';
import { isWorkbook, type NoXlsx, readXlsx } from '../../lambdas/domain/read-xlsx';

/** As in the console: a function takes no more in one command, and a workbook of a longer list is no list of runners. */
const maxTextBytes = 4_000_000;
const maxFileBytes = 20_000_000;

/**
 * The text of a CSV file, or the first sheet of an Excel workbook as CSV. Throws when it is too large, no whole workbook, or a CSV file
 * that is neither in UTF-8 nor in UTF-16, and nobody said in which `encoding` it is: its names would be others.
 */
export const readTable = async (path: string, encoding?: string): Promise<string> => {
  const { size } = statSync(path);
  if (size > maxFileBytes) throw new Error(`${path} has ${size} bytes, and may have ${maxFileBytes}. ${parts}`);
  const bytes = readFileSync(path);
  const text = isWorkbook(bytes) ? await firstSheet(path, bytes) : decoded(path, bytes, encoding);
  const length = Buffer.byteLength(text);
  if (length > maxTextBytes)
    throw new Error(`${path} has ${length} bytes of text, and may have ${maxTextBytes}. ${parts}`);
  return text;
};

const parts = 'Import it in parts.';

const decoded = (path: string, bytes: Uint8Array, encoding: string | undefined): string => {
  const chosen = encodings.find((one) => one === encoding);
  if (encoding !== undefined && !chosen) throw new Error(`--encoding is one of ${encodings.join(', ')}.`);
  const file = decodeFile(bytes, chosen ?? encodings[0]);
  if (!file.isSure && !chosen)
    throw new Error(
      `${path} is not in UTF-8. Save it as UTF-8, or say what it is: --encoding ${encodings.join(' | ')}.`,
    );
  return file.text;
};

const firstSheet = async (path: string, bytes: Uint8Array): Promise<string> => {
  const read = await readXlsx(bytes);
  if (read.kind === 'unreadable') throw new Error(`${path} cannot be read: ${whys[read.why]}`);
  return read.csv;
};

const whys: Readonly<Record<NoXlsx, string>> = {
  old: 'it is a workbook of an old Excel, or has a password. Save it as XLSX without one, or as CSV.',
  encrypted: 'it has a password. Save it without one.',
  'not-xlsx': 'it is no whole workbook. Save it again as XLSX, or as CSV.',
  'too-large': 'unpacked, it has more than 100 MB. Save its first sheet as CSV.',
  'too-many-rows': 'its first sheet has more than 60,000 rows. Save it as CSV, and import it in parts.',
  'no-sheet': 'its first sheet has no rows.',
};
