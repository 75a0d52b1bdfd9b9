import { useEffect, useRef, useState } from 'preact/hooks';
import type { RaceMessage } from '../../../lambdas/api/messages/races';
import type { EntryRow } from '../../../lambdas/results/files';
import { firstList, readPage } from '../../../lambdas/results/show/find-rows';
import sheet from '../../style/results-board.css';
import { Heading } from '../page/heading';
import { failureWords } from '../page/problem-screen';
import * as words from '../texts/results';
import * as rare from '../texts/versions';
import { shortInstant } from '../time/dates';
import { useNews } from './news-bar';
import { isFailure, useVersion } from './open-results';
import type { FromVersion, Version } from './read-version';
import { readerOf } from './reader-of';
import { listName } from './result-table';
import { timeOf } from './time-words';
import { changesBetween } from './version-changes';

interface BoardProps {
  readonly race: RaceMessage;
  readonly setId: string | undefined;
  readonly list: string | undefined;
}

/** How long after results could not be read they are read again. */
const againMs = 10_000;

/** How many have just finished, and how many lead, where both are shown. */
const mostOfEach = 5;

/**
 * Who came in while this screen was looking, the last first: what is published does not say when somebody finished, so two versions
 * are compared.
 */
const useLastFinishers = (raceId: string, version: Version | undefined): readonly EntryRow[] => {
  const [finishers, setFinishers] = useState<readonly EntryRow[]>([]);
  const before = useRef<Version | undefined>(undefined);
  const name = version?.set.manifest;
  useEffect(() => {
    const was = before.current;
    before.current = version;
    const names = [was?.set.manifest, name] as const;
    if (!names[0] || !names[1] || version?.set.kind !== 'live') return setFinishers([]);
    void readerOf(raceId)
      .readTwo([names[0], names[1]], changesBetween)
      .then((answer) => {
        // Files of an older version may be gone, as when a name was taken out of it. Whoever finishes next is shown by the next comparison.
        if (answer.kind !== 'ok' || !answer.value) return setFinishers([]);
        const changes = new Map(answer.value.map((change) => [change.bib, change]));
        const came = answer.value.flatMap(({ before: old, after }) =>
          after?.rankMs !== undefined && old?.rankMs === undefined ? [after] : [],
        );
        came.sort((one, other) => (other.gunMs ?? 0) - (one.gunMs ?? 0));
        // Who has another name or time now has it here as well.
        const asNow = (one: EntryRow) => (changes.has(one.bib) ? (changes.get(one.bib)?.after ?? []) : one);
        setFinishers((earlier) =>
          [...came, ...earlier.flatMap(asNow).filter(({ rankMs }) => rankMs !== undefined)].slice(0, mostOfEach),
        );
      });
  }, [name]);
  return finishers;
};

/** What is said where there is no list. */
const insteadOf = (answer: FromVersion<unknown>): string => {
  if (isFailure(answer)) return failureWords(answer);
  if (answer.kind === 'withdrawn') return words.withdrawnWords(answer.set.name);
  return answer.kind === 'unknown-set' ? rare.noSuchRanking : words.noneTitle;
};

/**
 * For a screen on a wall: the first of a list and, while a race is run, who has just finished. It is read across a room, with nothing to
 * press, and takes newer results by itself.
 */
export const ResultsBoard = ({ race, setId, list }: BoardProps) => {
  const reading = useVersion(race.id, setId, `board ${list}`, (version) =>
    readPage(version, list ?? firstList(version.manifest), 1),
  );
  const { answer, failure, again } = reading;
  const version = answer?.kind === 'ok' ? answer.version : undefined;
  const { news, isOffline, take } = useNews(race.id, answer);
  const hasFailed = failure !== undefined || (answer !== undefined && isFailure(answer));
  useEffect(() => {
    if (!news) return;
    take();
    again();
  }, [news]);
  // Nobody presses anything here.
  useEffect(() => {
    if (!hasFailed || isOffline) return;
    const timer = setTimeout(again, againMs);
    return () => clearTimeout(timer);
  }, [answer, failure, isOffline]);
  const found = answer?.kind === 'ok' && answer.value.kind === 'page' ? answer.value : undefined;
  const finishers = useLastFinishers(race.id, found?.list === 'overall' ? version : undefined);
  const rounding = version?.manifest.rounding;
  return (
    <>
      <link rel="stylesheet" href={sheet} />
      <Heading title={`${words.resultsTitle}, ${race.name}`}>{race.name}</Heading>
      {!version && <p>{answer && insteadOf(answer)}</p>}
      {version && (
        <p>
          <b class={`result-badge result-badge-${version.manifest.kind}`}>{words.kinds[version.manifest.kind]}</b>{' '}
          {(isOffline || failure !== undefined) && words.offline(shortInstant(version.manifest.at, race.timeZone))}
        </p>
      )}
      {version && answer?.kind === 'ok' && !found && <p>{words.unknownList}</p>}
      {version && found && (
        <table class="result-board">
          <caption>{words.captionEmpty(version.manifest.name, listName(version.manifest, found.list))}</caption>
          <thead class="aside-for-readers">
            <tr>
              <th scope="col">{words.columns.place}</th>
              <th scope="col">{words.columns.bib}</th>
              <th scope="col">{words.columns.name}</th>
              <th scope="col">{words.columns.time}</th>
            </tr>
          </thead>
          <tbody>
            {found.rows
              .slice(0, finishers.length > 0 ? mostOfEach : undefined)
              .map(({ bib, name, place, time, status }) => (
                <tr key={bib}>
                  <td class="figures">{place}</td>
                  <td class="figures quiet">{bib}</td>
                  <th scope="row">{name === null ? <i>{words.nameWithheld}</i> : <bdi>{name}</bdi>}</th>
                  <td class="figures">
                    {time === null ? words.statuses[status] : timeOf(time, version.manifest.rounding)}
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
      )}
      {rounding && finishers.length > 0 && (
        <table class="result-board">
          <caption>{rare.justFinished}</caption>
          <thead class="aside-for-readers">
            <tr>
              <th scope="col">{words.columns.bib}</th>
              <th scope="col">{words.columns.name}</th>
              <th scope="col">{words.columns.time}</th>
            </tr>
          </thead>
          <tbody>
            {finishers.map(({ bib, name, rankMs = 0 }) => (
              <tr key={bib}>
                <td class="figures quiet">{bib}</td>
                <th scope="row">{name ? <bdi>{name}</bdi> : <i>{words.nameWithheld}</i>}</th>
                <td class="figures">{timeOf(rankMs, rounding)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
};
