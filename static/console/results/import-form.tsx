import { useRef, useState } from 'preact/hooks';
import { decodeFile, encodings, isText } from '../../../lambdas/domain/decode-file';
import { isWorkbook, readXlsx } from '../../../lambdas/domain/read-xlsx';
import { Outcome } from '../commands/outcome';
import { raceChanged, useCommand } from '../commands/use-command';
import { bytesOf, forgetChosen } from '../page/chosen-file';
import { Choice, Labelled } from '../page/field';
import { FailureNote, Note } from '../page/words';
import type { RaceScreenProps } from '../race/race-screen';
import * as c from '../texts/commands';
import * as page from '../texts/en';
import * as r from '../texts/results';
import { type Columns, type Imported, ImportOutlook } from './import-outlook';
import type { ResultSet } from './result-set';

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
  const hasEntries = Object.keys(set.statuses).length > 0;
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
            onClick={forgetChosen}
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
        says={(answer, isDone) => <ImportOutlook {...{ answer, isDone, hasEntries }} />}
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
  const bytes = await bytesOf(chosen);
  if (!bytes) return { wrong: r.file.unreadable };
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
