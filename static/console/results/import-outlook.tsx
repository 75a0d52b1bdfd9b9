import { paceOf, timeOf } from '../../src/results/time-words';
import { csvLine, saveFile } from '../page/save-file';
import { Table } from '../page/table';
import * as r from '../texts/results';

export type Columns = Readonly<Record<string, string | null>>;

interface Row {
  readonly bib: number;
  readonly name?: string;
  readonly gender?: string;
  readonly age?: number;
  readonly ageInYear?: number;
  readonly club?: string;
  readonly status?: string;
  readonly gunMs?: number;
  readonly chipMs?: number;
  readonly splits?: Readonly<Record<string, number>>;
}
interface Refused {
  readonly line: number;
  readonly bib?: number;
  readonly reason: string;
  readonly column?: string;
}
export interface Replaced {
  readonly bib: number;
  readonly field: string;
  readonly before: string | number;
  readonly after: string | number;
}
export interface Imported {
  readonly importedResults: {
    readonly hash: string;
    readonly columns: Columns;
    readonly applied: number;
    readonly unchanged: number;
    /** Bibs that the ranking does not have yet. */
    readonly added: number;
    readonly refusedRows: number;
    readonly refused: readonly Refused[];
    readonly sample: readonly { readonly line: number; readonly change: Row }[];
    readonly replacedValues: number;
    readonly replaced: readonly Replaced[];
    /** Of a file that has several. */
    readonly events?: {
      readonly others: readonly { readonly name: string; readonly rows: number }[];
      readonly names: readonly string[];
    };
    /** Milliseconds for a kilometre, of the fastest, if that is no pace of a race. */
    readonly pace?: number;
    readonly renamedBibs: number;
    readonly renamed: readonly { readonly bib: number; readonly before: string; readonly after: string }[];
  };
}

interface OutlookProps {
  readonly answer: Imported;
  readonly isDone: boolean;
  /** Whether the ranking has entries already. */
  readonly hasEntries: boolean;
}

/** What an import would do, or did. */
export const ImportOutlook = ({ answer, isDone, hasEntries }: OutlookProps) => {
  const { applied, unchanged, refusedRows, refused, sample, events, replacedValues, replaced } = answer.importedResults;
  return (
    <>
      <p>{(isDone ? r.file.did : r.file.would)(applied, unchanged, refusedRows)}</p>
      {isDone && <p>{r.file.next}</p>}
      {events && events.others.length > 0 && <p>{r.file.others(events.others)}</p>}
      {!isDone && <Doubts {...answer.importedResults} hasEntries={hasEntries} />}
      {refused.length > 0 && (
        <>
          <h4>{r.file.refusedTitle}</h4>
          <ul>
            {groupsOf(refused).map(([why, lines]) => (
              <li key={why}>{r.file.refusedFor(why, lines)}</li>
            ))}
          </ul>
          {events && refused.some(({ reason }) => reason === 'event') && <p>{r.file.eventNames(events.names)}</p>}
          {refusedRows > refused.length && <p class="quiet">{r.file.refusedMore(refused.length, refusedRows)}</p>}
          <button type="button" class="plain" onClick={() => saveFile('refused.csv', refusedCsv(refused))}>
            {r.file.download(refused.length)}
          </button>
        </>
      )}
      {!isDone && replaced.length > 0 && <Replacements all={replacedValues} replaced={replaced} />}
      {!isDone && sample.length > 0 && <Sample rows={sample.map(({ line, change }) => ({ line, ...change }))} />}
    </>
  );
};

/** Whether a column says how somebody ran. */
const saysResult = (field: string | null): boolean =>
  field !== null && (['gun', 'chip', 'status'].includes(field) || field.startsWith('split:'));

/** What is not what a file of this ranking looks like. One of another ranking may have the same bibs, and give them to others. */
const Doubts = ({
  columns,
  added,
  renamedBibs,
  renamed,
  pace,
  hasEntries,
}: Imported['importedResults'] & Pick<OutlookProps, 'hasEntries'>) => (
  <>
    {hasEntries && added > 0 && <p>{r.file.added(added)}</p>}
    {Object.values(columns).includes('birthYear') && <p>{r.file.byBirthYear}</p>}
    {!Object.values(columns).some(saysResult) && <p class="note">{r.file.noTimes}</p>}
    {pace !== undefined && <p class="note note-bad">{r.file.pace(paceOf(pace), pace < 240_000)}</p>}
    {renamedBibs > 0 && (
      <div class="note note-bad">
        <p>{r.file.renamed(renamedBibs)}</p>
        <ul>
          {renamed.slice(0, shownAtOnce).map(({ bib, before, after }) => (
            <li key={bib}>
              {r.file.renamedBib(bib)} <bdi>{before}</bdi> → <bdi>{after}</bdi>
            </li>
          ))}
        </ul>
      </div>
    )}
  </>
);

/** The lines that are refused for each reason. */
const groupsOf = (refused: readonly Refused[]): readonly (readonly [why: string, lines: readonly number[]])[] => {
  const groups = new Map<string, number[]>();
  for (const { line, reason, column } of refused) {
    const sentence = r.file.reasons[reason] ?? reason;
    const why = column === undefined ? sentence : r.file.inColumn(sentence, column);
    groups.set(why, [...(groups.get(why) ?? []), line]);
  }
  return [...groups];
};

const refusedCsv = (refused: readonly Refused[]): string =>
  [
    r.file.csvHead,
    ...refused.map(({ line, bib = '', column = '', reason }) => [line, bib, column, r.file.reasons[reason] ?? reason]),
  ]
    .map(csvLine)
    .join('\r\n');

/** What the file says otherwise than the ranking does. A director may have corrected it by hand. */
const Replacements = ({ all, replaced }: { all: number; replaced: readonly Replaced[] }) => {
  const rows = replaced.map(({ bib, field, before, after }) => {
    const { what, write } = written(field);
    const cells = { bib: String(bib), what, before: write(before), after: write(after) };
    return { key: `${bib} ${field}`, cells };
  });
  return (
    <details open={rows.length <= shownAtOnce}>
      <summary>{r.file.replaced(all)}</summary>
      {all > rows.length && <p class="quiet">{r.file.replacedMore(rows.length)}</p>}
      <Table caption={r.file.replaced(all)} columns={r.file.replacedColumns} rows={rows} />
    </details>
  );
};

type Value = Replaced['before'];
const timeNames: Readonly<Record<string, string>> = { gunMs: 'gun', chipMs: 'chip', penaltyMs: 'penalty' };
const asTime = (value: Value): string => timeOf(Number(value), 'tenths');

/** How a field of an entry is called, and how its values are written. */
export const written = (field: string) => {
  const time = timeNames[field];
  if (time !== undefined) return { what: r.file.fields[time], write: asTime };
  const what = r.file.fields[field];
  if (what === undefined) return { what: r.file.split(field), write: asTime };
  return { what, write: (value: Value) => <bdi>{r.statuses[value] ?? value}</bdi> };
};

const Sample = ({ rows }: { rows: readonly (Row & { readonly line: number })[] }) => {
  const time = (ms: number | undefined) => (ms === undefined ? '' : timeOf(ms, 'tenths'));
  const cells = rows.map(
    ({ line, bib, name, gender, ageInYear, age = ageInYear, club, status, gunMs, chipMs, splits }) => ({
      line: String(line),
      bib: String(bib),
      name: name && <bdi>{name}</bdi>,
      gender,
      age: age === undefined ? '' : String(age),
      club: club && <bdi>{club}</bdi>,
      status: status === undefined ? '' : (r.statuses[status] ?? status),
      gun: time(gunMs),
      chip: time(chipMs),
      splits: Object.entries(splits ?? {})
        .map(([code, ms]) => `${code} ${time(ms)}`)
        .join(', '),
    }),
  );
  const used = Object.entries(r.file.sampleColumns).filter(([key]) =>
    cells.some((row) => row[key as keyof typeof row]),
  );
  const tableOf = (some: typeof cells, caption: string) => (
    <Table
      caption={caption}
      columns={Object.fromEntries(used)}
      figures={['gun', 'chip']}
      rows={some.map((row) => ({ key: row.line, cells: row }))}
    />
  );
  return (
    <>
      <h4>{r.file.sampleTitle}</h4>
      {tableOf(cells.slice(0, shownAtOnce), r.file.sampleTitle)}
      {cells.length > shownAtOnce && (
        <details>
          <summary>{r.file.sampleMore(cells.length - shownAtOnce)}</summary>
          {tableOf(cells.slice(shownAtOnce), r.file.sampleMore(cells.length - shownAtOnce))}
        </details>
      )}
    </>
  );
};

const shownAtOnce = 4;
