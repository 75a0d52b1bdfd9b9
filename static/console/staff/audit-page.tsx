import { useState } from 'preact/hooks';
import { Heading } from '../../src/page/heading';
import { at } from '../http/call';
import { useData } from '../http/data';
import { localInstant } from '../page/instants';
import { Table } from '../page/table';
import { Shown } from '../page/words';
import * as t from '../texts/en';

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

export const AuditPage = () => {
  const [before, setBefore] = useState<readonly number[]>([]);
  const pages = [undefined, ...before];
  return (
    <div class="column">
      <Heading>{t.auditTitle}</Heading>
      <p>{t.auditLead}</p>
      {pages.map((one, index) => (
        <Entries
          key={one ?? 0}
          before={one}
          then={index === pages.length - 1 ? (last) => setBefore([...before, last]) : undefined}
        />
      ))}
    </div>
  );
};

/** `then`: also shows the entries before the one with this id. */
const Entries = ({ before, then }: { before: number | undefined; then: ((last: number) => void) | undefined }) => {
  const data = useData<{ readonly entries: readonly Entry[] }>(
    before === undefined ? at`/audit` : `${at`/audit`}?before=${before}`,
  );
  return (
    <Shown data={data} what={t.things.audit}>
      {({ entries }) => (
        <>
          {entries.length === 0 && before === undefined && <p>{t.auditNone}</p>}
          {entries.length > 0 && (
            <Table
              caption={t.auditTitle}
              columns={t.auditColumns}
              rows={entries.map((entry) => ({
                key: String(entry.id),
                cells: {
                  at: localInstant(entry.at),
                  action: t.auditActions[entry.action] ?? entry.action,
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
