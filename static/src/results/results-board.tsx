import { useEffect } from 'preact/hooks';
import type { RaceMessage } from '../../../lambdas/api/messages/races';
import { firstList, readPage } from '../../../lambdas/results/show/find-rows';
import { Heading } from '../page/heading';
import { failureWords } from '../page/problem-screen';
import * as words from '../texts/results';
import { shortInstant } from '../time/dates';
import { useNews } from './news-bar';
import { isFailure, useVersion } from './open-results';
import { listName } from './result-table';
import { timeOf } from './time-words';

interface BoardProps {
  readonly race: RaceMessage;
  readonly setId: string | undefined;
  readonly list: string | undefined;
}

/** How long after results could not be read they are read again. */
const againMs = 10_000;

/** For a screen on a wall: the first of a list, read across a room, with nothing to press. It takes newer results by itself. */
export const ResultsBoard = ({ race, setId, list }: BoardProps) => {
  const reading = useVersion(race.id, setId, `board ${list}`, (version) =>
    readPage(version, list ?? firstList(version.manifest), 1),
  );
  const { answer, failure, again } = reading;
  const version = answer?.kind === 'ok' ? answer.version : undefined;
  const { news, isOffline, take } = useNews(race.id, version?.set.kind);
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
  return (
    <>
      <Heading title={`${words.resultsTitle}, ${race.name}`}>{race.name}</Heading>
      {!version && <p>{answer && isFailure(answer) ? failureWords(answer) : words.noneTitle}</p>}
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
            {found.rows.map(({ bib, name, place, time, status }) => (
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
    </>
  );
};
