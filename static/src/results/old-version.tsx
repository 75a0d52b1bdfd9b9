import { useLayoutEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { ResultVersionsMessage } from '../../../lambdas/api/messages/race-day/results';
import type { RaceMessage } from '../../../lambdas/api/messages/races';
import { type FoundPage, firstList, readPage } from '../../../lambdas/results/show/find-rows';
import type { Answered } from '../http/failure';
import { Heading } from '../page/heading';
import { count } from '../page/money';
import { LoadFailed, Loading } from '../page/problem-screen';
import * as words from '../texts/results';
import * as rare from '../texts/versions';
import { shortInstant } from '../time/dates';
import type { Version } from './read-version';
import { readerOf } from './reader-of';
import { resultsHref, versionsHref } from './results-href';
import { List } from './results-page';

export type ListedVersion = ResultVersionsMessage['versions'][number] & { readonly manifest: string };

interface OldVersionProps {
  readonly race: RaceMessage;
  readonly setId: string;
  readonly listed: ListedVersion;
  /** A newer one was published. */
  readonly isReplaced: boolean;
}

interface Read {
  readonly key: string;
  readonly answer: Answered<{ readonly version: Version; readonly found: FoundPage }>;
}

/** What was published once, as it was: its own files say it. Only a name may have been taken out since. */
export const OldVersion = ({ race, setId, listed, isReplaced }: OldVersionProps) => {
  const { list, page = '1' } = useLocation().query;
  const [round, setRound] = useState(0);
  const [read, setRead] = useState<Read>();
  const { number, kind, note, at, finishers, entered, manifest } = listed;
  const key = `${number} ${list} ${page} ${round}`;
  useLayoutEffect(() => {
    let isCurrent = true;
    const set = { id: setId, name: '', event: '', number, kind, manifest, finishers, entered };
    void readerOf(race.id)
      .readOld(set, async (version) => ({
        version,
        found: await readPage(version, list ?? firstList(version.manifest), Number(page)),
      }))
      .then((answer) => {
        if (isCurrent) setRead({ key, answer });
      });
    return () => {
      isCurrent = false;
    };
  }, [key]);
  const title = rare.versionNumber(count(number));
  return (
    <>
      <p class="crumb">
        <a href={`/races/${race.id}`}>{race.name}</a>
        <a href={versionsHref(race.id, setId)}>{rare.versionsTitle}</a>
      </p>
      <Heading title={`${title}, ${race.name}`}>{title}</Heading>
      <div class="result-standing">
        <p>
          <b class={`result-badge result-badge-${kind}`}>{words.kinds[kind]}</b>{' '}
          {rare.asPublished(shortInstant(at, race.timeZone))}
        </p>
        {note && <p>{kind === 'corrected' ? words.whatChanged(note) : words.note(note)}</p>}
        {isReplaced && (
          <p class="note">
            {rare.replaced} <a href={resultsHref(race.id, { set: setId })}>{rare.seeNewest}</a>
          </p>
        )}
      </div>
      {!read && <Loading what="page" />}
      {read?.answer.kind === 'ok' && <List race={race} {...read.answer.value} isReading={read.key !== key} />}
      {read && read.answer.kind !== 'ok' && (
        <LoadFailed failure={read.answer} again={() => setRound(round + 1)} what="page" />
      )}
    </>
  );
};
