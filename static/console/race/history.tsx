import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { ChangeLines } from '../editing/change-lines';
import type { Draft } from '../editing/draft';
import type { Plan } from '../editing/plan';
import { at, call } from '../http/call';
import { useData } from '../http/data';
import { AskFirst } from '../page/ask-first';
import { Choice } from '../page/field';
import { localInstant } from '../page/instants';
import { newId } from '../page/new-id';
import { Table } from '../page/table';
import { Shown } from '../page/words';
import { AuditEntries } from '../staff/audit-entries';
import * as t from '../texts/en';
import * as h from '../texts/history';
import { Nothing } from './list';
import type { RaceScreenProps } from './race-screen';
import { ScreenHeading } from './screen-heading';

interface Revision {
  readonly revision: number;
  readonly publishedAt?: string;
  readonly by?: string;
}

/** What a race was, with any two of its states compared; an old one can be made a draft. */
export const History = ({ race }: RaceScreenProps) => {
  const data = useData<{ readonly revisions: readonly Revision[] }>(at`/races/${race.id}/revisions`);
  return (
    <>
      <ScreenHeading race={race}>{t.raceScreens.history}</ScreenHeading>
      <p>{h.lead}</p>
      <Shown data={data} what={t.things.list}>
        {({ revisions }) =>
          revisions.length === 0 ? (
            <Nothing {...h} />
          ) : (
            <>
              <Table
                caption={t.raceScreens.history}
                columns={h.columns}
                rows={revisions.map(({ revision, publishedAt, by }, n) => ({
                  key: String(revision),
                  cells: {
                    revision: h.revision(revision),
                    at:
                      publishedAt === undefined
                        ? h.notPublished(n === revisions.length - 1)
                        : localInstant(publishedAt),
                    by: publishedAt === undefined ? '' : (by ?? t.bySystem),
                    actions: n > 0 && <Restore raceId={race.id} revision={revision} />,
                  },
                }))}
              />
              {revisions.length > 1 && <Compare raceId={race.id} revisions={revisions} />}
            </>
          )
        }
      </Shown>
      <section>
        <h2>{h.doneTitle}</h2>
        <p>{h.doneLead}</p>
        <AuditEntries url={at`/races/${race.id}/audit`} ofRace />
      </section>
    </>
  );
};

const Restore = ({ raceId, revision }: { raceId: string; revision: number }) => {
  const { route } = useLocation();
  const url = at`/races/${raceId}`;
  const restore = async () => {
    const [old, now] = await Promise.all([
      call<{ readonly document: Draft }>({ method: 'GET', url: `${url}/revisions/${revision}` }),
      call<{ readonly document: Draft; readonly seen: string }>({ method: 'GET', url: `${url}/document` }),
    ]);
    if (old.kind !== 'ok') return old;
    if (now.kind !== 'ok') return now;
    return call<unknown>({
      method: 'PUT',
      url: `${url}/draft`,
      body: { draft: old.value.document, base: now.value.document, step: 5 },
      key: newId(),
      seen: now.value.seen,
    });
  };
  return (
    <AskFirst
      label={h.restore}
      title={h.restoreOf(revision)}
      work={async () => {
        const answer = await restore();
        return answer.kind === 'ok' ? { kind: 'ok' as const } : answer;
      }}
      then={() => route(`/console/races/${raceId}/settings?step=5`)}
    >
      <p>{h.restoreWords}</p>
    </AskFirst>
  );
};

interface CompareProps {
  readonly raceId: string;
  /** The newest first. */
  readonly revisions: readonly Revision[];
}

const Compare = ({ raceId, revisions: [newest, second, ...others] }: CompareProps) => {
  const [from, setFrom] = useState(String(second?.revision ?? ''));
  const [to, setTo] = useState(String(newest?.revision ?? ''));
  const all = [newest, second, ...others].flatMap((one) => (one ? [one.revision] : []));
  const choices = all.map((revision) => [String(revision), h.revision(revision)] as const);
  return (
    <section class="panel">
      <h2>{h.compare}</h2>
      <div class="side-by-side">
        <Choice id="compare-from" label={h.from} value={from} choices={choices} onChange={setFrom} />
        <Choice id="compare-to" label={h.to} value={to} choices={choices} onChange={setTo} />
      </div>
      <Differences key={`${from} ${to}`} raceId={raceId} from={from} to={to} />
    </section>
  );
};

interface Compared {
  readonly document: Draft;
  readonly since: Draft;
  readonly changes: Plan['changes'];
}

const Differences = ({ raceId, from, to }: { raceId: string; from: string; to: string }) => {
  const data = useData<Compared>(`${at`/races/${raceId}/revisions/${to}`}?since=${from}`);
  return (
    <div role="status">
      <Shown data={data} what={t.things.list}>
        {({ document, since, changes }) =>
          changes.length === 0 ? <p>{h.same}</p> : <ChangeLines changes={changes} before={since} after={document} />
        }
      </Shown>
    </div>
  );
};
