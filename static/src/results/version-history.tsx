import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import * as v from 'valibot';
import type { ResultVersionsMessage } from '../../../lambdas/api/messages/race-day/results';
import type { RaceMessage } from '../../../lambdas/api/messages/races';
import type { EntryRow, Manifest } from '../../../lambdas/results/files';
import { at } from '../http/api';
import type { Answered } from '../http/failure';
import { Heading } from '../page/heading';
import { count } from '../page/money';
import { failureWords, LoadFailed, Loading } from '../page/problem-screen';
import { request } from '../page/services';
import { useLoaded } from '../page/use-loaded';
import * as words from '../texts/results';
import * as rare from '../texts/versions';
import { shortInstant } from '../time/dates';
import { type ListedVersion, OldVersion } from './old-version';
import { readerOf } from './reader-of';
import { resultsHref, runnerHref, versionsHref } from './results-href';
import { timeOf } from './time-words';
import { type Changed, changesBetween } from './version-changes';

/** The parts of the validator that its whole schema needs would travel in the rush. */
const versionsAnswer = v.custom<ResultVersionsMessage>((given) =>
  Array.isArray((given as Partial<ResultVersionsMessage> | null)?.versions),
);

type Listed = ResultVersionsMessage['versions'][number];

interface HistoryProps {
  readonly race: RaceMessage;
  readonly setId: string;
}

/** What was published of a ranking, the newest first: when, why, and what it changed. */
export const VersionHistory = ({ race, setId }: HistoryProps) => {
  const { query } = useLocation();
  const loaded = useLoaded(`${race.id} ${setId}`, () =>
    request({
      method: 'GET',
      url: at`/api/races/${race.id}/results/${setId}/versions`,
      schema: versionsAnswer,
      retries: 2,
    }),
  );
  if (loaded.kind === 'reading') return <Loading what="page" />;
  if (loaded.kind === 'failed') return <LoadFailed failure={loaded.failure} again={loaded.again} what="page" />;
  const { versions } = loaded.value;
  const published = versions.filter(({ kind }) => kind !== 'live');
  const wanted = published.find((one) => String(one.number) === query.version);
  if (wanted && hasFiles(wanted))
    return <OldVersion {...{ race, setId }} listed={wanted} isReplaced={wanted !== published[0]} />;
  const live = versions.length - published.length;
  return (
    <>
      <p class="crumb">
        <a href={`/races/${race.id}`}>{race.name}</a>
        <a href={resultsHref(race.id, { set: setId })}>{words.resultsTitle}</a>
      </p>
      <Heading title={`${rare.versionsTitle}, ${race.name}`}>{rare.versionsTitle}</Heading>
      <p class="lead">{rare.versionsLead}</p>
      {query.version !== undefined && <p class="note">{rare.noSuchVersion(query.version)}</p>}
      <ol class="result-versions">
        {published.map((version, n) => (
          <VersionItem
            key={version.number}
            {...{ race, setId, version }}
            before={published.slice(n + 1).find(isComparable)}
          />
        ))}
      </ol>
      {live > 0 && <p class="quiet">{rare.liveVersions(count(live))}</p>}
    </>
  );
};

/** A set that is withdrawn has nothing to be read. */
const hasFiles = (one: Listed): one is ListedVersion => one.manifest !== null;

const isComparable = ({ kind, manifest }: Listed): boolean =>
  manifest !== null && ['preliminary', 'official', 'corrected'].includes(kind);

interface ItemProps extends HistoryProps {
  readonly version: Listed;
  readonly before: Listed | undefined;
}

const VersionItem = ({ race, setId, version, before }: ItemProps) => {
  const { number, kind, note, at: instant, finishers, entered } = version;
  return (
    <li>
      <p>
        <b class={`result-badge result-badge-${kind}`}>{words.kinds[kind]}</b>{' '}
        <time dateTime={instant}>{shortInstant(instant, race.timeZone)}</time>{' '}
        <span class="quiet">{rare.versionNumber(count(number))}</span>
      </p>
      {note && <p>{note}</p>}
      {kind !== 'start-list' && kind !== 'withdrawn' && (
        <p class="quiet">{words.finishers(count(finishers), count(entered))}</p>
      )}
      {hasFiles(version) && (
        <p>
          <a href={`${versionsHref(race.id, setId)}?version=${number}`}>{rare.seeVersion(count(number))}</a>
        </p>
      )}
      {before?.manifest && version.manifest && isComparable(version) && (
        <Changes race={race} setId={setId} names={[before.manifest, version.manifest]} />
      )}
    </li>
  );
};

interface Compared {
  readonly manifest: Manifest;
  readonly changes: readonly Changed[] | undefined;
}

/** They are compared in the browser of whoever wants to know: the files of both versions say it. */
const Changes = ({ race, setId, names }: HistoryProps & { readonly names: readonly [string, string] }) => {
  const [answer, setAnswer] = useState<Answered<Compared>>();
  const open = async () => {
    if (answer?.kind === 'ok') return;
    setAnswer(
      await readerOf(race.id).readTwo(names, async (before, after) => ({
        manifest: after.manifest,
        changes: await changesBetween(before, after),
      })),
    );
  };
  return (
    <details onToggle={({ currentTarget }) => currentTarget.open && void open()}>
      <summary>{rare.seeChanges}</summary>
      <div role="status">
        {!answer && <p>{rare.comparing}</p>}
        {answer && answer.kind !== 'ok' && <p class="note note-bad">{failureWords(answer)}</p>}
        {answer?.kind === 'ok' && answer.value.changes === undefined && <p>{rare.tooManyChanges}</p>}
        {answer?.kind === 'ok' && answer.value.changes && (
          <p>{rare.changedRunners(answer.value.changes.length, mostListed)}</p>
        )}
      </div>
      {answer?.kind === 'ok' && answer.value.changes && (
        <ul>
          {answer.value.changes.slice(0, mostListed).map(({ bib, before, after }) => (
            <li key={bib}>
              <a href={runnerHref(race.id, setId, bib)}>{words.bibOf(bib)}</a>{' '}
              <bdi>{(after ?? before)?.name ?? words.nameWithheld}</bdi>
              {': '}
              <Change was={stateOf(before, answer.value.manifest)} is={stateOf(after, answer.value.manifest)} />
            </li>
          ))}
        </ul>
      )}
    </details>
  );
};

/** Who has another name, club or split has the time that they had. */
const Change = ({ was, is }: { readonly was: string; readonly is: string }) =>
  was === is ? (
    <span class="figures">{rare.otherDetails(is)}</span>
  ) : (
    <>
      <span class="figures">{was}</span>
      {' → '}
      <span class="figures">{is}</span>
    </>
  );

const mostListed = 50;

const stateOf = (row: EntryRow | undefined, { rounding }: Manifest): string => {
  if (!row) return rare.notListed;
  return row.rankMs === undefined ? words.statuses[row.status] : timeOf(row.rankMs, rounding);
};
