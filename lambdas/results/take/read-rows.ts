import { foldName } from '../../domain/person/fold-name';
import { plainDigits } from '../../domain/plain-digits';
import { readCsv, type UnusableCsv } from '../../domain/read-csv';
import { isVisible, unseen } from '../../domain/text';
import type { Status } from '../files';
import type { EntryChange } from './apply-rows';
import { readTime } from './read-time';
import { type Known, type ReadsGender, readsGender, statusOf } from './usual-words';

/** What a column says. `split:<code>`: the time at a point of the course. */
export type Field = (typeof plainFields)[number] | `split:${string}`;
const plainFields = [
  'bib',
  'name',
  'firstName',
  'lastName',
  'gender',
  'age',
  'club',
  'country',
  'status',
  'gun',
  'chip',
  'penalty',
  'note',
] as const;

export interface ReadRow {
  readonly line: number;
  readonly change: EntryChange;
}

export type ReadFault = 'cells' | 'bib' | 'gender' | 'age' | 'country' | 'status' | 'time' | 'too-long';

export interface RefusedRow {
  readonly line: number;
  readonly reason: ReadFault;
  /** The column whose cell cannot be read, by its name in the file. */
  readonly column?: string;
}

/** Why no row of a file can be used. */
export type Unreadable =
  | UnusableCsv
  /** `columns`: what each is taken for, so that somebody can say it better. */
  | { readonly kind: 'no-bib'; readonly columns: Columns }
  | { readonly kind: 'two-columns'; readonly column: string; readonly columns: Columns }
  | { readonly kind: 'no-such-column'; readonly column: string }
  | { readonly kind: 'too-many-columns' };

/** What each column of a file is taken for, by its name. Null: it is not used. */
export type Columns = Readonly<Record<string, Field | null>>;

export interface ReadRows {
  readonly kind: 'rows';
  readonly rows: readonly ReadRow[];
  readonly refused: readonly RefusedRow[];
  readonly columns: Columns;
}

export const maxRows = 200_000;
/** The answer says what each column is taken for, and Lambda sends 6 MB at most. */
export const maxColumns = 500;
const maxCellLength = 200;
const allUnseen = new RegExp(`[${unseen}]+`, 'gu');

/** The names of columns in the files of timing software, folded as `foldName` does. */
const usualNames: Readonly<Record<(typeof plainFields)[number], readonly string[]>> = {
  bib: [
    'bib',
    'bib number',
    'bib no',
    'number',
    'no',
    'race number',
    'startnummer',
    'startnr',
    'stnr',
    'dorsal',
    'dossard',
  ],
  name: ['name', 'full name', 'athlete', 'runner', 'nombre', 'nom'],
  firstName: ['first name', 'firstname', 'given name', 'vorname', 'prenom'],
  lastName: ['last name', 'lastname', 'surname', 'family name', 'nachname', 'apellidos'],
  gender: ['gender', 'sex', 'geschlecht', 'sexo', 'sexe'],
  age: ['age', 'alter', 'edad'],
  club: ['club', 'team', 'verein', 'equipo'],
  country: ['country', 'nation', 'nationality', 'nat', 'noc'],
  status: ['status', 'state'],
  gun: ['gun', 'gun time', 'guntime', 'clock time', 'official time', 'brutto', 'bruttozeit', 'gross time'],
  chip: ['chip', 'chip time', 'chiptime', 'net time', 'netto', 'nettozeit'],
  penalty: ['penalty', 'penalty time', 'zeitstrafe'],
  note: ['note', 'comment', 'remark', 'bemerkung'],
};

/** Where a time is missing, timers write a dash, or what became of the runner. */
const noTime = /^[-–—:. ]+$/;
const timeFields = new Set<string>(['gun', 'chip', 'penalty']);

/**
 * Reads a file of a timer. An empty cell changes nothing. A row that cannot be read does not stop the others.
 *
 * @param chosen the field of a column, by the column's name in the file; for columns whose name does not say it. Null: the column is
 * not used
 */
export const readRows = (
  text: string,
  known: Known,
  chosen: Readonly<Record<string, Field | null>>,
): ReadRows | Unreadable => {
  const read = readCsv(text);
  if (read.kind !== 'read') return read;
  const [head, ...rows] = read.rows;
  if (!head || rows.length === 0) return { kind: 'no-rows' };
  if (rows.length > maxRows) return { kind: 'too-many-rows' };
  if (head.cells.length > maxColumns) return { kind: 'too-many-columns' };

  const written = head.cells.map((name) => name.trim());
  const names = toldApart(written);
  const missing = Object.keys(chosen).find((name) => !names.includes(name));
  if (missing !== undefined) return { kind: 'no-such-column', column: missing };
  const fields = names.map((name, n) =>
    Object.hasOwn(chosen, name) ? (chosen[name] ?? null) : usualField(written[n] ?? '', known),
  );
  const twice = names.find((_, n) => fields[n] !== null && fields.indexOf(fields[n] ?? null) !== n);
  const columns = Object.fromEntries(names.map((name, n) => [name, fields[n] ?? null]));
  if (twice !== undefined) return { kind: 'two-columns', column: twice, columns };
  if (!fields.includes('bib')) return { kind: 'no-bib', columns };

  const genders = fields.indexOf('gender');
  const genderOf = readsGender(
    known,
    rows.map(({ cells }) => cells[genders] ?? ''),
  );
  const taken: ReadRow[] = [];
  const refused: RefusedRow[] = [];
  for (const { line, cells } of rows) {
    const row = cells.length === names.length ? changeOf(cells, fields, genderOf) : ({ fault: 'cells' } as const);
    if ('change' in row) taken.push({ line, change: row.change });
    else refused.push({ line, reason: row.fault, ...('at' in row && { column: names[row.at] ?? '' }) });
  }
  return { kind: 'rows', rows: taken, refused, columns };
};

/** Of two columns with one name, the second gets a number, so that somebody can say what each of them is. */
const toldApart = (names: readonly string[]): readonly string[] => {
  const counts = new Map<string, number>();
  return names.map((name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 || name === '' ? name : `${name} (${count})`;
  });
};

const usualField = (name: string, { points }: Known): Field | null => {
  const folded = foldName(name);
  if (folded === '') return null;
  const plain = plainFields.find((field) => usualNames[field].includes(folded));
  if (plain) return plain;
  const point = points.find(({ code, label }) =>
    [foldName(code), foldName(label)].includes(folded.replace(/^split /, '')),
  );
  return point ? `split:${point.code}` : null;
};

/** `at`: the position of the cell that cannot be read. */
type RowRead = { readonly fault: ReadFault; readonly at: number } | { readonly change: EntryChange };

const changeOf = (cells: readonly string[], fields: readonly (Field | null)[], genderOf: ReadsGender): RowRead => {
  const said: Record<string, string | number> = {};
  const splits: Record<string, number> = {};
  let verdict: Status | undefined;
  const names = new Map<Field, string>();
  for (const [at, field] of fields.entries()) {
    const cell = (cells[at] ?? '').replace(allUnseen, ' ').replace(/\s+/g, ' ').trim().normalize('NFC');
    if (field === null || !isVisible(cell)) continue;
    if (cell.length > maxCellLength) return { fault: 'too-long', at };
    if ((field.startsWith('split:') || timeFields.has(field)) && noTime.test(cell)) continue;
    if (field.startsWith('split:')) {
      const ms = readTime(cell);
      if (ms === undefined) return { fault: 'time', at };
      splits[field.slice('split:'.length)] = ms;
      continue;
    }
    if (field === 'name' || field === 'firstName' || field === 'lastName') {
      names.set(field, cell);
      continue;
    }
    const inPlaceOfTime = field === 'gun' || field === 'chip' ? statusOf(cell) : undefined;
    if (inPlaceOfTime !== undefined && inPlaceOfTime !== 'finished') {
      verdict = inPlaceOfTime;
      continue;
    }
    const value = readCell(field as ValueField, cell, genderOf);
    if (value === undefined) return { fault: faults[field as ValueField] ?? 'too-long', at };
    said[keys[field as ValueField]] = value;
  }
  // A column of statuses says it better than a column of times.
  if (verdict !== undefined) said.status ??= verdict;
  if (said.bib === undefined) return { fault: 'bib', at: fields.indexOf('bib') };
  const name = names.get('name') ?? [names.get('firstName'), names.get('lastName')].filter(Boolean).join(' ');
  return {
    change: {
      ...(said as unknown as EntryChange),
      ...(name !== '' && { name }),
      ...(Object.keys(splits).length > 0 && { splits }),
    },
  };
};

type ValueField = Exclude<(typeof plainFields)[number], 'name' | 'firstName' | 'lastName'>;

/** The name of a field in an entry. */
const keys: Readonly<Record<ValueField, keyof EntryChange>> = {
  bib: 'bib',
  gender: 'gender',
  age: 'age',
  club: 'club',
  country: 'country',
  status: 'status',
  gun: 'gunMs',
  chip: 'chipMs',
  penalty: 'penaltyMs',
  note: 'note',
};

const faults: Readonly<Partial<Record<ValueField, ReadFault>>> = {
  bib: 'bib',
  gender: 'gender',
  age: 'age',
  country: 'country',
  status: 'status',
  gun: 'time',
  chip: 'time',
  penalty: 'time',
};

/** Undefined: the cell cannot be read. */
const readCell = (field: ValueField, cell: string, genderOf: ReadsGender): string | number | undefined => {
  const plain = plainDigits(cell);
  switch (field) {
    case 'bib':
      return /^0{0,5}[1-9]\d{0,5}$/.test(plain) ? Number(plain) : undefined;
    case 'age':
      return /^\d{1,3}$/.test(plain) && Number(plain) <= 150 ? Number(plain) : undefined;
    case 'status':
      return statusOf(cell);
    case 'country':
      return /^[A-Za-z]{2,3}$/.test(cell) ? cell.toUpperCase() : undefined;
    case 'gender':
      return genderOf(cell);
    case 'gun':
    case 'chip':
    case 'penalty':
      return readTime(cell);
    case 'club':
    case 'note':
      return cell;
  }
};
