import { useLayoutEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { RaceMessage } from '../../../lambdas/api/messages/races';
import type { Pointer } from '../../../lambdas/results/files';
import { type FoundPage, firstList, readPage, rowsOnPage } from '../../../lambdas/results/show/find-rows';
import { announce } from '../page/announce';
import { Heading } from '../page/heading';
import { count } from '../page/money';
import { failureWords } from '../page/problem-screen';
import * as t from '../texts/page';
import * as words from '../texts/results';
import { calendarDay, shortInstant, zoneName } from '../time/dates';
import { NewsBar } from './news-bar';
import { isFailure, useVersion } from './open-results';
import type { FromVersion, Version } from './read-version';
import { ListChips, Pager, ResultTable } from './result-table';
import { listHref, resultsHref, versionsHref } from './results-href';
import { SearchBox } from './search-box';

interface ResultsProps {
  readonly race: RaceMessage;
  readonly setId: string | undefined;
}

const Sets = ({ race, pointer, current }: { race: RaceMessage; pointer: Pointer; current: string | undefined }) =>
  pointer.sets.length < 2 ? null : (
    <nav aria-label={words.setsLabel}>
      <ul class="result-sets">
        {pointer.sets.map(({ id, name, event }) => (
          <li key={id}>
            <a href={resultsHref(race.id, { set: id })} aria-current={id === current ? 'page' : undefined}>
              {name}
              {event !== name && <span class="quiet">{event}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );

/** Says whether the results are preliminary, official or corrected, and when they were published. */
export const Standing = ({ race, version: { set, manifest } }: { race: RaceMessage; version: Version }) => (
  <div class="result-standing">
    <p>
      <b class={`result-badge result-badge-${manifest.kind}`}>{words.kinds[manifest.kind]}</b>{' '}
      {words.kindWords[manifest.kind]}
    </p>
    {manifest.note && (
      <p>{manifest.kind === 'corrected' ? words.whatChanged(manifest.note) : words.note(manifest.note)}</p>
    )}
    <p class="quiet">
      {manifest.kind !== 'start-list' && words.finishers(count(set.finishers), count(set.entered))}{' '}
      {words.asOf(shortInstant(manifest.at, race.timeZone), zoneName(race.timeZone))}{' '}
      {manifest.kind !== 'start-list' && <a href={versionsHref(race.id, set.id)}>{words.seeVersions}</a>}
    </p>
  </div>
);

const Skeleton = () => (
  <div class="result-skeleton" role="status">
    <p class="aside-for-readers">{words.readingList}</p>
    {Array.from({ length: rowsOnPage }, (_, n) => (
      <span key={n} />
    ))}
  </div>
);

interface ListProps {
  readonly race: RaceMessage;
  readonly version: Version;
  readonly found: FoundPage;
  readonly isReading: boolean;
}

/** One page of a list, with the ways to the others of the version. */
export const List = ({ race, version, found, isReading }: ListProps) => {
  const set = version.set.id;
  const caption = useRef<HTMLTableCaptionElement>(null);
  const place = found.kind === 'page' ? `${set} ${found.list}` : found.kind;
  const page = found.kind === 'page' ? found.page : 0;
  const before = useRef({ place, page });
  useLayoutEffect(() => {
    const last = before.current;
    before.current = { place, page };
    if (last.place === place && last.page !== page) {
      // A person who turned the page at the end of the list goes on at its beginning.
      caption.current?.focus({ preventScroll: true });
      caption.current?.scrollIntoView({ block: 'nearest' });
    } else if (last.place !== place) announce(caption.current?.textContent ?? '');
  }, [place, page]);
  return (
    <>
      <ListChips raceId={race.id} version={version} current={found.kind === 'unknown-list' ? undefined : found.list} />
      {found.kind === 'unknown-list' && (
        <p class="note">
          {words.unknownList} <a href={listHref(race.id, version, {})}>{words.seeAll}</a>
        </p>
      )}
      {found.kind === 'past-end' && (
        <p class="note">
          {words.pastEnd(count(found.pages))}{' '}
          <a href={listHref(race.id, version, { list: found.list, page: found.pages })}>{words.toLastPage}</a>
        </p>
      )}
      {found.kind === 'page' && (
        <>
          <ResultTable raceId={race.id} {...{ version, found, caption, isReading }} />
          {found.list === 'overall' && version.manifest.unranked > 0 && (
            <p class="quiet">{words.unranked(count(version.manifest.unranked))}</p>
          )}
          <Pager raceId={race.id} version={version} found={found} />
        </>
      )}
    </>
  );
};

/** Failures have none, nor has a race without results. */
const pointerOf = (answer: FromVersion<unknown>): Pointer | undefined =>
  (answer as { readonly pointer?: Pointer }).pointer;

/** One page of one list of a race, with the ways to the others. */
export const ResultsPage = ({ race, setId }: ResultsProps) => {
  const { query } = useLocation();
  const { list, page = '1' } = query;
  const reading = useVersion(race.id, setId, `${list} ${page}`, (version) =>
    readPage(version, list ?? firstList(version.manifest), Number(page)),
  );
  const { answer, isReading, again } = reading;
  const pointer = answer && pointerOf(answer);
  const current = answer?.kind === 'ok' ? answer.version.set.id : setId;
  return (
    <>
      <p class="crumb">
        <a href={`/races/${race.id}`}>{race.name}</a>
      </p>
      <Heading title={`${words.resultsTitle}, ${race.name}`}>{words.resultsTitle}</Heading>
      <p class="quiet">
        {calendarDay(race.date)}, {race.place}
      </p>
      {pointer && <Sets {...{ race, pointer, current }} />}
      {!answer && <Skeleton />}
      {answer?.kind === 'ok' && (
        <>
          <Standing race={race} version={answer.version} />
          <SearchBox key={current} raceId={race.id} setId={answer.version.set.id} />
          <List race={race} version={answer.version} found={answer.value} isReading={isReading} />
        </>
      )}
      {answer?.kind === 'none' && (
        <section class="note" aria-labelledby="none">
          <h2 id="none">{words.noneTitle}</h2>
          <p>{words.noneWords}</p>
        </section>
      )}
      {answer?.kind === 'withdrawn' && <p class="note">{words.withdrawnWords(answer.set.name)}</p>}
      {answer?.kind === 'unknown-set' && <p class="note">{words.unknownSet}</p>}
      {answer && isFailure(answer) && (
        <p class="note note-bad" role="alert">
          {failureWords(answer)}{' '}
          <button type="button" class="plain" onClick={again}>
            {t.tryAgain}
          </button>
        </p>
      )}
      <NewsBar race={race} reading={reading} />
    </>
  );
};
