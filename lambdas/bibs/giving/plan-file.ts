import { foldName } from '../../domain/person/fold-name';
import { plainDigits } from '../../domain/plain-digits';
import { type CsvRow, readCsv, type UnusableCsv, wholeRows } from '../../domain/read-csv';
import { isUuid } from '../../domain/uuid';
import type { Given } from './give-bibs';

/** `cells`: it has a cell that belongs to no column, or the file breaks off in it. `twice`: a row before is about the same person or number. */
export type FileFault = 'cells' | 'bib' | 'registration' | 'twice';

/** Why no row of a file can be used. */
export type BibFileUnreadable = UnusableCsv | { readonly kind: 'no-column'; readonly column: 'bib' | 'registration' };

export interface BibFile {
  readonly kind: 'rows';
  readonly rows: readonly (Given & { readonly line: number })[];
  readonly refused: readonly { readonly line: number; readonly reason: FileFault }[];
  /** Rows without a number: nothing is said about them. */
  readonly empty: number;
}

export const maxFileRows = 100_000;

const names: Readonly<Record<'bib' | 'registration', readonly string[]>> = {
  bib: ['bib', 'bib number', 'startnummer', 'dorsal', 'dossard'],
  registration: ['registration', 'registration id', 'registrationid'],
};

/** Reads a file that says who has which number. It is an export of participants with its column "bib" filled in. */
export const readBibFile = (text: string): BibFile | BibFileUnreadable => {
  const read = readCsv(text);
  if (read.kind !== 'read') return read;
  const [head, ...rows] = read.rows;
  if (!head || rows.length === 0) return { kind: 'no-rows' };
  if (rows.length > maxFileRows) return { kind: 'too-many-rows' };
  const titles = head.cells.map(foldName);
  const find = (usual: readonly string[]) => titles.findIndex((title) => usual.includes(title));
  const [bibAt, registrationAt] = [find(names.bib), find(names.registration)];
  if (bibAt < 0) return { kind: 'no-column', column: 'bib' };
  if (registrationAt < 0) return { kind: 'no-column', column: 'registration' };

  const isWhole = wholeRows(text, rows, titles.length);
  const seen = new Set<string | number>();
  const readRow = ({ cells }: CsvRow): Given | FileFault | 'empty' => {
    if (!isWhole(cells)) return 'cells';
    const [bib, registrationId] = [plainDigits(cellOf(cells[bibAt])), cellOf(cells[registrationAt]).toLowerCase()];
    if (bib === '') return 'empty';
    if (!/^0{0,5}[1-9]\d{0,5}$/.test(bib)) return 'bib';
    if (!isUuid(registrationId)) return 'registration';
    const number = Number(bib);
    if (seen.has(number) || seen.has(registrationId)) return 'twice';
    seen.add(number).add(registrationId);
    return { registrationId, number };
  };
  const judged = rows.map((row) => ({ line: row.line, row: readRow(row) }));
  return {
    kind: 'rows',
    rows: judged.flatMap(({ line, row }) => (typeof row === 'object' ? [{ line, ...row }] : [])),
    refused: judged.flatMap(({ line, row }) =>
      typeof row === 'string' && row !== 'empty' ? [{ line, reason: row }] : [],
    ),
    empty: judged.filter(({ row }) => row === 'empty').length,
  };
};

const cellOf = (cell = ''): string => cell.replace(/\p{Cc}/gu, ' ').trim();

/** A number that was given. */
export interface HeldBib extends Given {
  /** It is not theirs any more. */
  readonly isVoid: boolean;
}

/** `unknown`: no registration of this race that runs. `ended`: it has no spot any more. `taken`: somebody else has, or had, the number. */
export type NotGiven = 'unknown' | 'ended' | 'taken';

export interface ChangePlan {
  /** Who gets which number. */
  readonly changes: readonly Given[];
  readonly unchanged: number;
  readonly refused: readonly (Given & { readonly why: NotGiven })[];
}

/**
 * Which of these numbers can be given, each to one person. Two people may change numbers with each other: what one of them leaves,
 * another may get.
 *
 * @param held every number that one of these people has or had, and everyone who has or had one of these numbers
 */
export const planChanges = (
  wanted: readonly Given[],
  liveness: ReadonlyMap<string, boolean>,
  held: readonly HeldBib[],
): ChangePlan => {
  const present = new Map(held.filter(({ isVoid }) => !isVoid).map((one) => [one.registrationId, one.number]));
  const owners = new Map(held.map((one) => [one.number, one]));
  const refused: (Given & { readonly why: NotGiven })[] = [];
  const changes = wanted.filter((one) => {
    const isLive = liveness.get(one.registrationId);
    if (!isLive) refused.push({ ...one, why: isLive === undefined ? 'unknown' : 'ended' });
    return isLive && present.get(one.registrationId) !== one.number;
  });
  const unchanged = wanted.length - changes.length - refused.length;
  const wantedBy = new Map(changes.map((one) => [one.number, one]));
  const leaving = new Set(changes.map(({ registrationId }) => registrationId));
  const isFree = ({ registrationId, number }: Given) => {
    const owner = owners.get(number);
    // Their own number of before, or one that its owner leaves in the same change.
    return !owner || owner.registrationId === registrationId || (!owner.isVoid && leaving.has(owner.registrationId));
  };
  // A file that moves everybody to the next number is one chain: whoever stays keeps one other from moving, who keeps the next.
  const staying = changes.filter((one) => !isFree(one));
  for (const one of staying) {
    const { registrationId } = one;
    refused.push({ ...one, why: 'taken' });
    leaving.delete(registrationId);
    const kept = wantedBy.get(present.get(registrationId) ?? 0);
    if (kept) staying.push(kept);
  }
  return { changes: changes.filter(({ registrationId }) => leaving.has(registrationId)), unchanged, refused };
};
