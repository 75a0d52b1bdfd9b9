import { useState } from 'preact/hooks';
import { useData } from '../http/data';
import { localInstant } from '../page/instants';
import { Table } from '../page/table';
import { Shown } from '../page/words';
import * as t from '../texts/en';
import * as h from '../texts/history';
import * as p from '../texts/participants';

interface Entry {
  readonly id: number;
  readonly at: string;
  readonly action: string;
  readonly by?: string;
  readonly raceId?: string;
  readonly detail: unknown;
}

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

const { race: _, ...columnsOfRace } = h.auditColumns;

const Entries = ({ url, ofRace, before, then }: EntriesProps) => {
  const data = useData<{ readonly entries: readonly Entry[] }>(before === undefined ? url : `${url}?before=${before}`);
  return (
    <Shown data={data} what={t.things.audit}>
      {({ entries }) => (
        <>
          {entries.length === 0 && before === undefined && <p>{h.auditNone}</p>}
          {entries.length > 0 && (
            <Table
              caption={h.auditTitle}
              columns={ofRace ? columnsOfRace : h.auditColumns}
              rows={entries.map((entry) => ({
                key: String(entry.id),
                cells: {
                  at: localInstant(entry.at),
                  action: h.auditActions[entry.action] ?? p.actions[entry.action] ?? entry.action,
                  by: entry.by ?? t.bySystem,
                  race: entry.raceId ?? '',
                  detail: detailWords(entry.detail),
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

/** The details of an entry, as names and values. */
const detailWords = (detail: unknown): string =>
  typeof detail !== 'object' || detail === null
    ? ''
    : Object.entries(detail)
        .map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
        .join(', ');
