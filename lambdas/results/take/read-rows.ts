import { plainDigits } from '../../domain/plain-digits';
import { readCsv, type UnusableCsv, wholeRows } from '../../domain/read-csv';
import { isVisible, unseen } from '../../domain/text';
import type { Status } from '../files';
import type { EntryChange } from './apply-rows';
import { type Columns, type Field, fieldsOf, headAt, maxColumns, type plainFields } from './column-fields';
import { eventColumnOf } from './event-column';
import { readTimeCell } from './read-time';
import { countryOf, type Known, type ReadsGender, readsGender, statusOf } from './usual-words';

export interface ReadRow {
  readonly line: number;
  readonly change: EntryChange;
}

export type ReadFault =
  | 'cells'
  | 'event'
  | 'bib'
  | 'gender'
  | 'age'
  | 'birth-year'
  | 'country'
  | 'status'
  | 'time'
  | 'too-long';

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
  | { readonly kind: 'too-many-columns' }
  /** No row is of this ranking. `said`: what the column of events says; `events`: what it may say. */
  | {
      readonly kind: 'other-events' | 'no-such-event';
      readonly column: string;
      readonly said: readonly string[];
      readonly events: readonly string[];
      readonly columns: Columns;
    };

/** A file of several events has rows for other rankings, too, by the names of these. `names`: what its column may say. */
export interface ReadEvents {
  readonly others: readonly { readonly name: string; readonly rows: number }[];
  readonly names: readonly string[];
}

export interface ReadRows {
  readonly kind: 'rows';
  readonly rows: readonly ReadRow[];
  readonly refused: readonly RefusedRow[];
  readonly columns: Columns;
  /** Absent: no column says events. */
  readonly events?: ReadEvents;
}

export const maxRows = 200_000;
const maxCellLength = 200;
const allUnseen = new RegExp(`[${unseen}]+`, 'gu');

/** What timers write where they know nothing: a dash, or a time without digits. */
const nothing = /^[-–—:. ]+$/;

/**
 * Reads a file of a timer. An empty cell changes nothing. A row that cannot be read does not stop the others.
 *
 * @param chosen the field of a column, by the column's name in the file; for columns whose name does not say it. Null: the column is
 * not used
 */
export const readRows = (text: string, known: Known, chosen: Columns): ReadRows | Unreadable => {
  const read = readCsv(text);
  if (read.kind !== 'read') return read;
  const [head, ...rows] = read.rows.slice(headAt(read.rows, known));
  if (!head || rows.length === 0) return { kind: 'no-rows' };
  if (rows.length > maxRows) return { kind: 'too-many-rows' };
  if (head.cells.length > maxColumns) return { kind: 'too-many-columns' };

  const written = head.cells.map((name) => name.trim());
  const names = toldApart(written);
  const missing = Object.keys(chosen).find((name) => !names.includes(name));
  if (missing !== undefined) return { kind: 'no-such-column', column: missing };
  const someIn = (is: (cell: string) => boolean) => (n: number) =>
    rows.some(({ cells }) => n < cells.length && is(cells[n] ?? ''));
  const has = {
    times: someIn((cell) => readTimeCell(cell) !== undefined),
    birthYears: someIn((cell) => ageIn(known.year, cell.trim()) !== undefined),
  };
  const fields = fieldsOf(names, written, known, chosen, has);
  const twice = names.find((_, n) => fields[n] !== null && fields.indexOf(fields[n] ?? null) !== n);
  const events = eventColumnOf({ names, written, fields, rows }, known.events, chosen);
  const columns = Object.fromEntries(
    names.map((name, n) => [name, n === events?.at ? ('event' as const) : (fields[n] ?? null)]),
  );
  if (twice !== undefined) return { kind: 'two-columns', column: twice, columns };
  if (!fields.includes('bib')) return { kind: 'no-bib', columns };
  const column = names[events?.at ?? -1] ?? '';
  const eventNames = namesOf(known.events);
  if (events?.unknown) return { kind: 'no-such-event', column, said: events.unknown, events: eventNames, columns };

  const genders = fields.indexOf('gender');
  const reads: Reads = {
    genderOf: readsGender(
      known,
      rows.map(({ cells }) => cells[genders] ?? ''),
    ),
    year: known.year,
  };
  const isWhole = wholeRows(text, rows, names.length);
  const taken: ReadRow[] = [];
  const refused: RefusedRow[] = [];
  const others = new Map<string, number>();
  for (const { line, cells } of rows) {
    if (events) {
      const event = events.eventOf(cells[events.at] ?? '');
      if (event && !event.isThis) others.set(event.name, (others.get(event.name) ?? 0) + 1);
      if (!event) refused.push({ line, reason: 'event', column });
      if (!event?.isThis) continue;
    }
    const row = isWhole(cells) ? changeOf(cells, fields, reads) : ({ fault: 'cells' } as const);
    if ('change' in row) taken.push({ line, change: row.change });
    else refused.push({ line, reason: row.fault, ...('at' in row && { column: names[row.at] ?? '' }) });
  }
  const found = { kind: 'rows' as const, rows: taken, refused, columns };
  if (!events) return found;
  const isOther = taken.length === 0 && refused.every(({ reason }) => reason === 'event');
  if (isOther) return { kind: 'other-events', column, said: [...others.keys()], events: eventNames, columns };
  return {
    ...found,
    events: { others: [...others].map(([name, count]) => ({ name, rows: count })), names: eventNames },
  };
};

/** What a column of events may say: an event is called as its ranking, often. */
const namesOf = (events: Known['events']): readonly string[] => [
  ...new Set(events.flatMap(({ name, rankings }) => [name, ...rankings.map((ranking) => ranking.name)])),
];

/** Of two columns with one name, the second gets a number, so that somebody can say what each of them is. */
const toldApart = (names: readonly string[]): readonly string[] => {
  const counts = new Map<string, number>();
  return names.map((name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 || name === '' ? name : `${name} (${count})`;
  });
};

/** What cells mean in this file. `year`: of the race. */
interface Reads {
  readonly genderOf: ReadsGender;
  readonly year: number;
}

/** `at`: the position of the cell that cannot be read. */
type RowRead = { readonly fault: ReadFault; readonly at: number } | { readonly change: EntryChange };

const changeOf = (cells: readonly string[], fields: readonly (Field | null)[], reads: Reads): RowRead => {
  const said: Record<string, string | number> = {};
  const splits: Record<string, number> = {};
  let verdict: Status | undefined;
  const names = new Map<Field, string>();
  // Only as many as the row has cells: 200,000 rows may have one cell each, below 500 columns.
  for (const [at, field] of fields.slice(0, cells.length).entries()) {
    const cell = (cells[at] ?? '').replace(allUnseen, ' ').replace(/\s+/g, ' ').trim().normalize('NFC');
    if (field === null || field === 'event' || !isVisible(cell)) continue;
    if (cell.length > maxCellLength) return { fault: 'too-long', at };
    if (nothing.test(cell)) continue;
    if (field.startsWith('split:')) {
      const ms = readTimeCell(cell);
      if (ms === undefined) return { fault: 'time', at };
      // Nobody is at a point of the course when the gun goes: they did not pass it.
      if (ms > 0) splits[field.slice('split:'.length)] = ms;
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
    const value = readCell(field as ValueField, cell, reads);
    if (value === undefined) return { fault: faults[field as ValueField] ?? 'too-long', at };
    said[keys[field as ValueField]] = value;
  }
  // A column of statuses says it better than a column of times.
  if (verdict !== undefined) said.status ??= verdict;
  // Software writes 0:00:00 for who has no time.
  if (said.status !== undefined && said.status !== 'finished')
    for (const key of ['gunMs', 'chipMs']) if (said[key] === 0) delete said[key];
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
  birthYear: 'ageInYear',
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
  birthYear: 'birth-year',
  country: 'country',
  status: 'status',
  gun: 'time',
  chip: 'time',
  penalty: 'time',
};

/** Nobody older has run. */
const mostAge = 110;

/**
 * The age in full years that somebody reaches in this year who is born in the year of the cell: `1985`, `85`, `'85`. Of two centuries it
 * is the last one in which they are a year old by now. Undefined: it is no year of birth.
 */
const ageIn = (year: number, cell: string): number | undefined => {
  const [, written = ''] = /^['’]?(\d{4}|\d{2})$/.exec(plainDigits(cell)) ?? [];
  if (written === '') return undefined;
  const age = year - Number(written);
  const least = written.length === 4 ? age : ((age - 1) % 100) + 1;
  return least >= 1 && least <= mostAge ? least : undefined;
};

/** Undefined: the cell cannot be read. */
const readCell = (field: ValueField, cell: string, { genderOf, year }: Reads): string | number | undefined => {
  const plain = plainDigits(cell);
  switch (field) {
    case 'bib':
      return /^0{0,5}[1-9]\d{0,5}$/.test(plain) ? Number(plain) : undefined;
    case 'age':
      return /^\d{1,3}$/.test(plain) && Number(plain) <= 150 ? Number(plain) : undefined;
    case 'birthYear':
      return ageIn(year, plain);
    case 'status':
      return statusOf(cell);
    case 'country':
      return countryOf(cell);
    case 'gender':
      return genderOf(cell);
    case 'gun':
    case 'chip':
    case 'penalty':
      return readTimeCell(cell);
    case 'club':
    case 'note':
      return cell;
  }
};
