import { useState } from 'preact/hooks';
import type { RaceMessage } from '../../../lambdas/api/messages/races';
import type { EntryRow } from '../../../lambdas/results/files';
import { type Place, readEntry, readPlaces, rowsOnPage } from '../../../lambdas/results/show/find-rows';
import { nameOfCountry } from '../form/name-of-country';
import { Heading } from '../page/heading';
import { bold } from '../page/marks';
import { count } from '../page/money';
import { failureWords } from '../page/problem-screen';
import * as t from '../texts/page';
import * as words from '../texts/results';
import { Certificate } from './certificate';
import { NewsBar } from './news-bar';
import { isFailure, useVersion } from './open-results';
import type { Version } from './read-version';
import { listName } from './result-table';
import { resultsHref } from './results-href';
import { Standing } from './results-page';
import { SearchBox } from './search-box';
import { Splits } from './splits';
import { splitsOf, timeOf } from './time-words';

interface Read {
  readonly entry: EntryRow;
  readonly places: readonly Place[];
}

const readRunner = async (version: Version, bib: number): Promise<Read | undefined> => {
  const entry = await readEntry(version, bib);
  return entry && { entry, places: await readPlaces(version, entry) };
};

const Share = ({ title }: { title: string }) => {
  const [said, say] = useState('');
  const share = async () => {
    // Not every browser has it, whatever its type says.
    if (navigator.share) return navigator.share({ title, url: location.href }).catch(() => {});
    await navigator.clipboard.writeText(location.href).then(
      () => say(words.shareCopied),
      () => say(words.shareFailed),
    );
  };
  return (
    <>
      <button type="button" class="button button-quiet" onClick={() => void share()}>
        {words.share}
      </button>
      <p class="quiet" role="status">
        {said}
      </p>
    </>
  );
};

const Times = ({ entry, version: { manifest } }: { entry: EntryRow; version: Version }) => {
  const { gunMs, chipMs, penaltyMs, rankMs, status } = entry;
  const write = (ms: number) => timeOf(ms, manifest.rounding);
  if (rankMs === undefined) return <p class="lead">{words.noPlace[status]}</p>;
  const measured = [
    [words.gunTime, gunMs],
    [words.chipTime, chipMs],
    [words.penalty, penaltyMs],
  ] as const;
  return (
    <>
      <p class="result-big figures">
        <span class="aside-for-readers">{words.timeLabel}</span> {write(rankMs)}
      </p>
      <dl class="result-facts">
        {measured.map(
          ([label, ms]) =>
            // Times are more than 0, and a penalty of 0 is none.
            !!ms && (
              <div key={label}>
                <dt>{label}</dt>
                <dd class="figures">{write(ms)}</dd>
              </div>
            ),
        )}
      </dl>
    </>
  );
};

interface RunnerProps extends Read {
  readonly race: RaceMessage;
  readonly version: Version;
}

const Runner = ({ race, version, entry, places }: RunnerProps) => {
  const { manifest, set } = version;
  const { bib, name, club, country, chipMs, gunMs, status, note, splits } = entry;
  const who = name ?? words.nameWithheld;
  const about = [
    words.bibOf(bib),
    ...[`age:${entry.ageGroup}`, `gender:${entry.gender}`]
      .filter((list) => list in manifest.sequences)
      .slice(0, 1)
      .map((list) => listName(manifest, list)),
    club,
    country && nameOfCountry(country),
  ].filter(Boolean);
  const isFinisher = status === 'finished' && entry.rankMs !== undefined;
  const hasCertificate = isFinisher && name;
  const measured = splitsOf(manifest, splits ?? {}, isFinisher ? (chipMs ?? gunMs) : undefined, words.finish);
  return (
    <>
      <article class="result-runner">
        <Heading title={`${who}, ${manifest.name}, ${race.name}`}>
          <bdi>{who}</bdi>
        </Heading>
        <p class="lead">
          {about.map((one, n) => (
            <span key={one}>
              {n > 0 && ' · '}
              <bdi>{one}</bdi>
            </span>
          ))}
        </p>
        <Times entry={entry} version={version} />
        {note && <p class="note">{words.note(note)}</p>}
        {places.length > 0 && (
          <section aria-labelledby="places">
            <h2 id="places">{words.placesTitle}</h2>
            <dl class="result-facts result-places">
              {places.map(({ list, place, of }) => (
                <div key={list}>
                  <dt>
                    <a href={resultsHref(race.id, { set: set.id, list, page: Math.ceil(place / rowsOnPage) })}>
                      {listName(manifest, list)}
                    </a>
                  </dt>
                  <dd class="figures">{words.placeIn(bold, count(place), count(of))}</dd>
                </div>
              ))}
            </dl>
          </section>
        )}
        {measured.length > 0 && (splits || !isFinisher) && <Splits splits={measured} rounding={manifest.rounding} />}
        {isFinisher && !name && <p class="quiet">{words.withheldWords}</p>}
        <Standing race={race} version={version} />
        <div class="actions">
          {hasCertificate && (
            <button type="button" class="button" onClick={() => print()}>
              {words.print}
            </button>
          )}
          <Share title={`${who}, ${race.name}`} />
          <a class="plain" href={resultsHref(race.id, { set: set.id })}>
            {words.backToResults}
          </a>
        </div>
        <section class="farewell" aria-labelledby="wrong">
          <h2 id="wrong">{words.wrongTitle}</h2>
          <p>{words.wrong(bib, manifest.name)}</p>
        </section>
      </article>
      {hasCertificate && <Certificate race={race} version={version} entry={entry} places={places} name={who} />}
    </>
  );
};

interface RunnerPageProps {
  readonly race: RaceMessage;
  readonly setId: string;
  /** The bib as it stands in the address. */
  readonly typed: string;
}

/** One runner: time, places, what was measured on the way, and a certificate for paper. */
export const RunnerPage = ({ race, setId, typed }: RunnerPageProps) => {
  const reading = useVersion(race.id, setId, typed, (version) => readRunner(version, Number(typed)));
  const { answer, again } = reading;
  return (
    <>
      <p class="crumb">
        <a href={`/races/${race.id}`}>{race.name}</a>
        <a href={resultsHref(race.id, { set: setId })}>{words.runnerCrumb}</a>
        {answer?.kind === 'ok' && <span>{answer.version.manifest.name}</span>}
      </p>
      {!answer && (
        <div class="reading" role="status">
          <p>{words.readingRunner}</p>
        </div>
      )}
      {answer?.kind === 'ok' && answer.value && <Runner race={race} version={answer.version} {...answer.value} />}
      {answer?.kind === 'ok' && !answer.value && (
        <>
          <Heading>{words.unknownBibTitle(typed)}</Heading>
          <p>{words.unknownBibWords(answer.version.manifest.name)}</p>
          <SearchBox raceId={race.id} setId={setId} />
        </>
      )}
      {answer && answer.kind !== 'ok' && (
        <>
          <Heading>{words.runnerNone}</Heading>
          {isFailure(answer) ? (
            <p class="note note-bad">
              {failureWords(answer)}{' '}
              <button type="button" class="plain" onClick={again}>
                {t.tryAgain}
              </button>
            </p>
          ) : (
            <p>
              {answer.kind === 'withdrawn'
                ? words.withdrawnWords(answer.set.name)
                : answer.kind === 'none'
                  ? words.noneWords
                  : words.runnerNoSet}
            </p>
          )}
          <p>
            <a class="button button-quiet" href={resultsHref(race.id)}>
              {words.backToResults}
            </a>
          </p>
        </>
      )}
      <NewsBar race={race} reading={reading} />
    </>
  );
};
