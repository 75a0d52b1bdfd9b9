import { useState } from 'preact/hooks';
import { decodeFile, encodings } from '../../../lambdas/domain/decode-file';
import { isWorkbook, readXlsx } from '../../../lambdas/domain/read-xlsx';
import { Outcome } from '../commands/outcome';
import { raceChanged, useCommand } from '../commands/use-command';
import { bytesOf, forgetChosen } from '../page/chosen-file';
import { Labelled } from '../page/field';
import { Table } from '../page/table';
import { FailureNote, Note } from '../page/words';
import type { RaceScreenProps } from '../race/race-screen';
import * as b from '../texts/bibs';
import * as c from '../texts/commands';
import * as page from '../texts/en';
import * as r from '../texts/results';

interface Imported {
  readonly importedBibs: {
    readonly hash: string;
    readonly changed: number;
    readonly unchanged: number;
    readonly empty: number;
    readonly refusedRows: number;
    readonly refused: readonly { readonly line: number; readonly number?: number; readonly reason: string }[];
  };
}

/** The server takes 4.5 MB of JSON. */
const maxBytes = 4_000_000;
/** A workbook is compressed. */
const maxWorkbookBytes = 20_000_000;
const timeoutMs = 60_000;

/** A file that says who has which number: what it would do, which rows are refused, and then exactly this. */
export const FileForm = ({ race }: Pick<RaceScreenProps, 'race'>) => {
  const { state, look, act, rest } = useCommand<Imported>(race.id, 'importBibs', {
    onDone: () => raceChanged(race.id),
    timeoutMs,
  });
  const [wrong, setWrong] = useState<string>();
  const choose = async (file: File | undefined) => {
    rest();
    setWrong(undefined);
    if (!file) return;
    if (file.size > maxWorkbookBytes) return setWrong(r.file.tooLong);
    const bytes = await bytesOf(file);
    if (!bytes) return setWrong(r.file.unreadable);
    const read = isWorkbook(bytes) ? await readXlsx(bytes) : undefined;
    if (read?.kind === 'unreadable') return setWrong(r.file.noWorkbook[read.why]);
    // Only numbers and ids are read, and they are the same in each encoding.
    const csv = read?.csv ?? decodeFile(bytes, encodings[0]).text;
    if (new Blob([csv]).size > maxBytes) return setWrong(r.file.tooLong);
    await look({ csv });
  };
  return (
    <section class="panel panel-wide">
      <h2>{b.file.title}</h2>
      <p class="quiet">{b.file.lead}</p>
      {state.kind !== 'done' && (
        <Labelled id="bib-file" label={b.file.choose} hint={b.file.chooseHint} error={wrong}>
          <input
            id="bib-file"
            type="file"
            accept=".csv,.txt,.tsv,.xlsx,text/csv,text/plain"
            aria-describedby="bib-file-hint"
            onClick={forgetChosen}
            onChange={({ currentTarget }) => void choose(currentTarget.files?.[0])}
          />
        </Labelled>
      )}
      {state.kind === 'resting' && <FailureNote failure={state.failure} />}
      <Note>{state.kind === 'looking' && <p>{page.reading(c.whatItDoes)}</p>}</Note>
      <Outcome
        state={state}
        act={b.file.act}
        onAct={() => 'answer' in state && act({ hash: state.answer.importedBibs.hash })}
        onLeave={rest}
        says={({ importedBibs: { changed, unchanged, empty, refusedRows, refused } }, isDone) => (
          <>
            <p>{(isDone ? b.file.did : b.file.would)(changed, unchanged, empty, refusedRows)}</p>
            {refused.length > 0 && (
              <Table
                caption={b.file.refused}
                columns={b.file.columns}
                rows={refused.slice(0, mostShown).map(({ line, number, reason }) => ({
                  key: String(line),
                  cells: {
                    line: String(line),
                    bib: number === undefined ? '' : String(number),
                    why: b.file.reasons[reason] ?? reason,
                  },
                }))}
              />
            )}
            {refusedRows > mostShown && <p class="quiet">{b.file.more(mostShown, refusedRows)}</p>}
          </>
        )}
      />
    </section>
  );
};

const mostShown = 50;
