import { useRef, useState } from 'preact/hooks';
import { decodeFile, encodings, isText } from '../../../lambdas/domain/decode-file';
import { isWorkbook, readXlsx } from '../../../lambdas/domain/read-xlsx';
import { timeOf } from '../../src/results/time-words';
import { Outcome } from '../commands/outcome';
import { raceChanged, useCommand } from '../commands/use-command';
import { Choice, Labelled } from '../page/field';
import { csvLine, saveFile } from '../page/save-file';
import { Table } from '../page/table';
import { FailureNote, Note } from '../page/words';
import type { RaceScreenProps } from '../race/race-screen';
import * as c from '../texts/commands';
import * as page from '../texts/en';
import * as r from '../texts/results';
import type { ResultSet } from './result-set';

type Columns = Readonly<Record<string, string | null>>;

interface Row {
  readonly bib: number;
  readonly name?: string;
  readonly gender?: string;
  readonly age?: number;
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
interface Imported {
  readonly importedResults: {
    readonly hash: string;
    readonly columns: Columns;
    readonly applied: number;
    readonly unchanged: number;
    readonly refusedRows: number;
    readonly refused: readonly Refused[];
    readonly sample: readonly { readonly line: number; readonly change: Row }[];
  };
}

interface ImportProps {
  readonly race: RaceScreenProps['race'];
  readonly set: ResultSet;
}

/** The server takes 4.5 MB of JSON. */
const maxBytes = 4_000_000;
/** A workbook is compressed. */
const maxWorkbookBytes = 20_000_000;
const timeoutMs = 60_000;

/** A file of times: what each column is, what the rows say, which are refused, and then the import of exactly this. */
export const ImportForm = ({ race, set }: ImportProps) => {
  const { state, look, act, rest } = useCommand<Imported>(race.id, 'importResults', {
    onDone: () => raceChanged(race.id),
    timeoutMs,
  });
  const [file, setFile] = useState<Uint8Array | string>();
  const [wrong, setWrong] = useState<string>();
  const [encoding, setEncoding] = useState<string>(encodings[0]);
  const [chosen, setChosen] = useState<Columns>({});
  /** A large workbook takes seconds to read, and another file may be chosen meanwhile. */
  const newest = useRef<File | undefined>(undefined);
  const isSure = file === undefined || typeof file === 'string' || decodeFile(file, encoding).isSure;
  const columns =
    state.kind === 'resting' ? columnsIn(state.failure) : 'answer' in state ? columnsOf(state.answer) : {};
  const [known, setKnown] = useState<Columns>({});
  if (Object.keys(columns).length > 0 && JSON.stringify(columns) !== JSON.stringify(known)) setKnown(columns);

  const lookAt = (content: Uint8Array | string, by: string, fields: Columns) => {
    const csv = typeof content === 'string' ? content : decodeFile(content, by).text;
    return look({ setId: set.setId, csv, columns: fields });
  };
  const choose = async (chosenFile: File | undefined) => {
    newest.current = chosenFile;
    rest();
    setKnown({});
    setChosen({});
    setFile(undefined);
    setWrong(undefined);
    if (!chosenFile) return;
    const content = await contentOf(chosenFile);
    if (newest.current !== chosenFile) return;
    if ('wrong' in content) return setWrong(content.wrong);
    setFile(content.file);
    await lookAt(content.file, encoding, {});
  };
  const mean = (name: string, field: string) => {
    const next = { ...chosen, [name]: field === '' ? null : field };
    setChosen(next);
    return file && lookAt(file, encoding, next);
  };
  const decode = (by: string) => {
    setEncoding(by);
    setChosen({});
    return file && lookAt(file, by, {});
  };
  const isOpen = state.kind !== 'done' && state.kind !== 'acting';

  return (
    <section class="panel panel-wide">
      <h2>{r.file.title}</h2>
      <p class="quiet">{r.file.lead}</p>
      {state.kind !== 'done' && (
        <Labelled id="import-file" label={r.file.choose} hint={r.file.chooseHint} error={wrong}>
          <input
            id="import-file"
            type="file"
            accept=".csv,.txt,.tsv,.xlsx,text/csv,text/plain"
            aria-describedby="import-file-hint"
            onChange={({ currentTarget }) => void choose(currentTarget.files?.[0])}
          />
        </Labelled>
      )}
      {isOpen && !isSure && (
        <Choice
          id="import-encoding"
          label={r.file.encoding}
          hint={r.file.encodingHint}
          value={encoding}
          choices={encodings.map((name) => [name, r.file.encodings[name]])}
          onChange={(by) => void decode(by)}
        />
      )}
      {state.kind === 'resting' && (
        <>
          {Object.keys(columns).length > 0 && !Object.values(columns).includes('bib') ? (
            <Note kind="bad">
              <p>{r.file.noBib}</p>
            </Note>
          ) : (
            <FailureNote failure={state.failure} />
          )}
          {state.failure && file && (
            <button type="button" class="button button-quiet" onClick={() => void lookAt(file, encoding, chosen)}>
              {r.file.lookAgain}
            </button>
          )}
        </>
      )}
      {isOpen && file && (
        <Meanings columns={known} points={set.rules.points} onMean={(name, field) => void mean(name, field)} />
      )}
      <Note>{state.kind === 'looking' && <p>{page.reading(c.whatItDoes)}</p>}</Note>
      <Outcome
        state={state}
        act={r.file.act}
        onAct={() => 'answer' in state && act({ hash: state.answer.importedResults.hash })}
        onLeave={() => void choose(undefined)}
        says={(answer, isDone) => <Outlook answer={answer} isDone={isDone} />}
      />
    </section>
  );
};

/** A workbook becomes the text of a CSV file here, so a bad one harms nobody but the tab that reads it. */
const contentOf = async (
  chosen: File,
): Promise<{ readonly file: Uint8Array | string } | { readonly wrong: string }> => {
  if (chosen.size === 0) return { wrong: r.file.empty };
  if (chosen.size > maxWorkbookBytes) return { wrong: r.file.tooLong };
  const bytes = new Uint8Array(await chosen.arrayBuffer());
  if (!isWorkbook(bytes)) {
    if (!isText(decodeFile(bytes, encodings[0]).text)) return { wrong: r.file.noText };
    return bytes.length > maxBytes ? { wrong: r.file.tooLong } : { file: bytes };
  }
  const read = await readXlsx(bytes);
  if (read.kind === 'unreadable') return { wrong: r.file.noWorkbook[read.why] };
  return new Blob([read.csv]).size > maxBytes ? { wrong: r.file.tooLong } : { file: read.csv };
};

const columnsOf = ({ importedResults }: Imported): Columns => importedResults.columns;

/** A file that cannot be read as it is says which columns it has. */
const columnsIn = (failure: { readonly kind: string; readonly present?: unknown } | undefined): Columns =>
  ((failure?.present as { readonly columns?: Columns } | undefined)?.columns ?? {}) as Columns;

interface MeaningsProps {
  readonly columns: Columns;
  readonly points: ResultSet['rules']['points'];
  readonly onMean: (name: string, field: string) => void;
}

const Meanings = ({ columns, points, onMean }: MeaningsProps) =>
  Object.keys(columns).length === 0 ? null : (
    <fieldset class="filters">
      <legend>{r.file.columnsTitle}</legend>
      {Object.entries(columns).map(([name, field], n) => (
        <Choice
          key={name}
          id={`import-column-${n}`}
          label={r.file.columnIs(name)}
          value={field ?? ''}
          choices={[
            ['', r.file.unused],
            ...Object.entries(r.file.fields),
            ...points.map(({ code, label }) => [`split:${code}`, r.file.split(label)] as const),
          ]}
          onChange={(chosen) => onMean(name, chosen)}
        />
      ))}
    </fieldset>
  );

const Outlook = ({ answer, isDone }: { answer: Imported; isDone: boolean }) => {
  const { applied, unchanged, refusedRows, refused, sample } = answer.importedResults;
  return (
    <>
      <p>{(isDone ? r.file.did : r.file.would)(applied, unchanged, refusedRows)}</p>
      {refused.length > 0 && (
        <>
          <h4>{r.file.refusedTitle}</h4>
          <ul>
            {groupsOf(refused).map(([why, lines]) => (
              <li key={why}>{r.file.refusedFor(why, lines)}</li>
            ))}
          </ul>
          {refusedRows > refused.length && <p class="quiet">{r.file.refusedMore(refused.length, refusedRows)}</p>}
          <button type="button" class="plain" onClick={() => saveFile('refused.csv', refusedCsv(refused))}>
            {r.file.download(refused.length)}
          </button>
        </>
      )}
      {!isDone && sample.length > 0 && <Sample rows={sample.map(({ line, change }) => ({ line, ...change }))} />}
    </>
  );
};

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

const Sample = ({ rows }: { rows: readonly (Row & { readonly line: number })[] }) => {
  const time = (ms: number | undefined) => (ms === undefined ? '' : timeOf(ms, 'tenths'));
  const cells = rows.map(({ line, bib, name, gender, age, club, status, gunMs, chipMs, splits }) => ({
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
  }));
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
