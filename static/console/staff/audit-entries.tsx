import { useState } from 'preact/hooks';
import { useData } from '../http/data';
import { localInstant } from '../page/instants';
import { Table } from '../page/table';
import { Shown } from '../page/words';
import * as a from '../texts/audit';
import * as t from '../texts/en';
import * as p from '../texts/participants';
import { type Entry, type Row, rowsOf } from './audit-rows';

/** How many entries one answer of the server has at most. */
const pageLength = 100;

/** What staff and operators did, a page at a time. `ofRace`: all of it in one race. */
export const AuditEntries = ({ url, ofRace = false }: { url: string; ofRace?: boolean }) => {
  const [before, setBefore] = useState<readonly number[]>([]);
  const pages = [undefined, ...before];
  return (
    <>
      {pages.map((one, index) => (
        <Entries
          key={one ?? 0}
          url={url}
          ofRace={ofRace}
          before={one}
          then={index === pages.length - 1 ? (last) => setBefore([...before, last]) : undefined}
        />
      ))}
    </>
  );
};

interface EntriesProps {
  readonly url: string;
  readonly ofRace: boolean;
  readonly before: number | undefined;
  /** Also shows the entries before the one with this id. */
  readonly then: ((last: number) => void) | undefined;
}

const { race: _, ...columnsOfRace } = a.columns;

const Entries = ({ url, ofRace, before, then }: EntriesProps) => {
  const data = useData<{ readonly entries: readonly Entry[] }>(before === undefined ? url : `${url}?before=${before}`);
  return (
    <Shown data={data} what={t.things.audit}>
      {({ entries }) => (
        <>
          {entries.length === 0 && before === undefined && <p>{a.none}</p>}
          {entries.length > 0 && (
            <Table
              caption={a.title}
              columns={ofRace ? columnsOfRace : a.columns}
              rows={rowsOf(entries).map((entry) => ({
                key: String(entry.id),
                cells: {
                  at: localInstant(entry.at),
                  action: a.actions[entry.action] ?? p.actions[entry.action] ?? entry.action,
                  by: entry.by ?? t.bySystem,
                  race: entry.raceId ?? '',
                  detail: <Details {...entry} />,
                },
              }))}
            />
          )}
          {then && entries.length === pageLength && (
            <button type="button" class="button button-quiet" onClick={() => then(entries.at(-1)?.id ?? 0)}>
              {t.more}
            </button>
          )}
        </>
      )}
    </Shown>
  );
};

const Details = ({ action, event, item, staff, detail, raceId, registrationId, times }: Row) => {
  const words = a.details(action, { staff, detail: (detail ?? {}) as Readonly<Record<string, unknown>> });
  const said = [event ?? item, words, times > 1 && a.times(times)].filter(Boolean).join(': ');
  if (registrationId === undefined || raceId === undefined) return said;
  return (
    <>
      {said} <a href={`/console/races/${raceId}/participants/${registrationId}`}>{a.whose}</a>
    </>
  );
};
