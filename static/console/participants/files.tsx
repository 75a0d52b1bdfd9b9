import { useState } from 'preact/hooks';
import type { ExportFileMessage } from '../../../lambdas/api/console/export-messages';
import { count } from '../../src/page/money';
import type { Answered } from '../http/ask';
import { at, call } from '../http/call';
import { changed, useData } from '../http/data';
import { localTime } from '../page/instants';
import { Table } from '../page/table';
import { useSending } from '../page/use-sending';
import { FailureNote, Note, Shown } from '../page/words';
import type { RaceScreenProps } from '../race/race-screen';
import * as t from '../texts/en';
import * as f from '../texts/export-files';
import { ColumnChoice } from './column-choice';

interface FilesProps {
  readonly race: RaceScreenProps['race'];
  readonly may: RaceScreenProps['may'];
  /** Of the list that stands below. */
  readonly filter: Readonly<Record<string, string>>;
  /** It is the waiting list. Its files have columns of their own. */
  readonly isWaiting?: boolean;
}

/** How often the list is read again, in seconds. */
const rereadSeconds = 5;

/** Files of the list as it is filtered, of any length: ordered here, written by a job, and downloaded by a link. */
export const Files = ({ race, may, filter, isWaiting = false }: FilesProps) => {
  const url = at`/races/${race.id}/exports`;
  const data = useData<{ readonly files: readonly ExportFileMessage[] }>(url, rereadSeconds);
  const { isSending, failure, send } = useSending();
  const [link, setLink] = useState<string>();
  const [isOrdered, setOrdered] = useState(false);
  const [columns, setColumns] = useState<readonly string[]>();
  const orderUrl = isWaiting ? at`/races/${race.id}/waiting-list/exports` : url;
  const act = <T,>(ask: () => Promise<Answered<T>>, then: (value: T) => void = () => {}) => {
    setOrdered(false);
    setLink(undefined);
    void send(ask, ({ value }: { readonly value: T }) => {
      then(value);
      changed(url);
    });
  };
  const order = (format: 'csv' | 'xlsx') =>
    act(
      () => call({ method: 'POST', url: orderUrl, body: { ...filter, format, ...(columns && { columns }) } }),
      () => setOrdered(true),
    );
  const steer = (id: string, to: 'stop' | 'resume') =>
    act(() => call({ method: 'PUT', url: `${url}/${id}`, body: { to } }));
  const download = (id: string) =>
    act(
      () => call<{ readonly url: string }>({ method: 'POST', url: `${url}/${id}/link`, body: {} }),
      ({ url: address }) => setLink(address),
    );
  return (
    <details class="download">
      <summary>{isWaiting ? f.waitingTitle : f.title}</summary>
      <p>{f.lead}</p>
      {!isWaiting && <ColumnChoice race={race} chosen={columns} onChoose={setColumns} />}
      <p class="actions">
        {f.orders.map(([format, label]) => (
          <button
            key={format}
            type="button"
            class="button button-quiet"
            aria-disabled={isSending || columns?.length === 0}
            onClick={() => columns?.length !== 0 && order(format)}
          >
            {isSending ? t.working : label}
          </button>
        ))}
      </p>
      <FailureNote failure={failure} />
      <Note kind="good">
        {link !== undefined ? (
          <p>
            <a href={link}>{f.link}</a>. {f.linkHint}
          </p>
        ) : (
          isOrdered && <p>{f.ordered}</p>
        )}
      </Note>
      <Shown data={data} what={t.things.list}>
        {({ files }) =>
          files.length > 0 && (
            <Table
              caption={f.caption}
              columns={f.columns}
              figures={['rows']}
              rows={files.map(({ id, subject, format, state, rows, isSensitive, by, madeAt }) => ({
                key: id,
                cells: {
                  file: isSensitive ? f.sensitive(f.fileOf(subject, format)) : f.fileOf(subject, format),
                  state: f.states[state],
                  rows: count(rows),
                  by: f.byAt(by, localTime(Date.parse(madeAt))),
                  act: (
                    <>
                      {state === 'done' && (may.be('owner', 'director') || !isSensitive) && (
                        <button type="button" class="plain" onClick={() => download(id)}>
                          {f.download}
                        </button>
                      )}
                      {state === 'waiting' && (
                        <button type="button" class="plain" onClick={() => steer(id, 'stop')}>
                          {f.stop}
                        </button>
                      )}
                      {state === 'stopped' && (
                        <button type="button" class="plain" onClick={() => steer(id, 'resume')}>
                          {f.resume}
                        </button>
                      )}
                    </>
                  ),
                },
              }))}
            />
          )
        }
      </Shown>
    </details>
  );
};
