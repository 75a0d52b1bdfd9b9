import type { Cell } from './csv';
import type { ExportedRow } from './ports';

/** What a column is about. */
export type ColumnKind =
  | 'registration'
  | 'person'
  | 'contact'
  | 'desk'
  | 'team'
  | 'code'
  | 'answer'
  | 'item'
  | 'donation';

/** A column of a file of participants. */
export interface Column {
  readonly id: string;
  readonly kind: ColumnKind;
  /** It stands in the first row. */
  readonly label: string;
  /** About health, or whom to call in an emergency: only for those who may have to help a runner. */
  readonly isSensitive: boolean;
  /** What its cells are made by, besides the code: of the form, for one. */
  readonly madeBy?: unknown;
  cell(row: ExportedRow): Cell;
}

const column = (kind: ColumnKind, id: string, label: string, cell: Column['cell'], isSensitive = false): Column => ({
  id,
  kind,
  label,
  isSensitive,
  cell,
});

/** Those that a file has when nobody chooses. */
export const defaultColumns: readonly Column[] = [
  column('registration', 'number', 'number', ({ number }) => number ?? undefined),
  column('registration', 'event', 'event', ({ event }) => event),
  column('person', 'firstName', 'first name', ({ firstName }) => firstName),
  column('person', 'lastName', 'last name', ({ lastName }) => lastName),
  column('person', 'email', 'e-mail', ({ email }) => email),
  column('person', 'birthDate', 'birth date', ({ birthDate }) => birthDate),
  column('person', 'gender', 'gender', ({ gender }) => gender),
  column('registration', 'state', 'state', ({ state }) => state),
  column('registration', 'payment', 'payment', ({ payment }) => payment ?? undefined),
  // In the currency's smallest unit, as everywhere in the API.
  column('registration', 'paid', 'paid', ({ amount }) => amount ?? undefined),
  column('registration', 'refund', 'refund', ({ refund }) => refund),
  column('registration', 'currency', 'currency', ({ currency }) => currency),
  column('registration', 'recordedAt', 'recorded at', ({ recordedAt }) => recordedAt),
  column('desk', 'bib', 'bib', ({ bib }) => bib ?? undefined),
  column('desk', 'checkedInAt', 'checked in at', ({ checkedInAt }) => checkedInAt ?? undefined),
  column('desk', 'checkedInWhere', 'checked in where', ({ station }) => station ?? undefined),
  column('registration', 'registration', 'registration', ({ registrationId }) => registrationId),
];

/** Those that every race has, and that are read only when somebody chooses them. */
const furtherColumns: readonly Column[] = [
  column('contact', 'emergencyContact', 'in an emergency', ({ more }) => more?.emergencyContact ?? undefined, true),
  column('team', 'team', 'team', ({ more }) => more?.team ?? undefined),
  column('team', 'leg', 'leg', ({ more }) => more?.leg ?? undefined),
  column('registration', 'nameWithheld', 'no name in results', ({ more }) =>
    more?.isNameWithheld ? 'yes' : undefined,
  ),
  column('code', 'codes', 'codes', ({ more }) => more?.codes ?? undefined),
];

interface Needs {
  /** The form that runners of a race see now. */
  readonly formOf: (raceId: string) => Promise<unknown>;
  readonly formColumns: (form: unknown) => readonly Column[];
}

/** All columns that a file of a race can have. */
export type ColumnsOf = (raceId: string) => Promise<readonly Column[]>;

export const columnsOf =
  ({ formOf, formColumns }: Needs): ColumnsOf =>
  async (raceId) => [...defaultColumns, ...furtherColumns, ...formColumns(await formOf(raceId))];

/**
 * The chosen columns, in the order in which they were chosen. A column that is not known any more stays, and is empty.
 */
export const chosenColumns = (all: readonly Column[], ids: readonly string[] | null): readonly Column[] =>
  ids?.map((id) => all.find((one) => one.id === id) ?? column('registration', id, id, () => undefined)) ??
  defaultColumns;

/**
 * What decides how a file looks and what its cells say: names and code of its columns, what they were made by, and how rows are read and
 * written. When it differs, rows that are written now would not fit those before.
 */
export const looksOf = (
  columns: readonly { readonly label: string; readonly cell: unknown; readonly madeBy?: unknown }[],
  ...others: readonly string[]
): string => JSON.stringify([columns.map(({ label, cell, madeBy }) => [label, String(cell), madeBy]), others]);

/** Whether only default columns are read. */
export const isPlain = (columns: readonly Column[]): boolean => columns.every((one) => defaultColumns.includes(one));
