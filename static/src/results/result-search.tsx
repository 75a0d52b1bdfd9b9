import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import * as v from 'valibot';
import type { ResultSearchMessage } from '../../../lambdas/api/messages/race-day/results';
import type { RaceMessage } from '../../../lambdas/api/messages/races';
import { groupsOf } from '../../../lambdas/results/files';
import { at } from '../http/api';
import { Heading } from '../page/heading';
import { failureWords, Loading } from '../page/problem-screen';
import { request } from '../page/services';
import { useLoaded } from '../page/use-loaded';
import * as t from '../texts/page';
import * as words from '../texts/results';
import * as rare from '../texts/versions';
import { useVersion } from './open-results';
import { resultsHref, runnerHref, searchHref } from './results-href';

/** The parts of the validator that its whole schema needs would travel in the rush. */
const answer = v.custom<ResultSearchMessage>((given) =>
  Array.isArray((given as Partial<ResultSearchMessage> | null)?.rows),
);

interface SearchProps {
  readonly race: RaceMessage;
  readonly setId: string;
}

/** Finds runners by any part of a name or of a club. The box above the lists knows only how names begin. */
export const ResultSearch = ({ race, setId }: SearchProps) => {
  const { query, route } = useLocation();
  const { q = '', group = '' } = query;
  const [typed, setTyped] = useState(q);
  const [within, setWithin] = useState(group);
  // Without the lists, everybody can still be searched.
  const { answer: read } = useVersion(race.id, setId, '', async ({ manifest }) => [...groupsOf(manifest)]);
  const groups = read?.kind === 'ok' ? read.value : [];
  return (
    <>
      <p class="crumb">
        <a href={`/races/${race.id}`}>{race.name}</a>
        <a href={resultsHref(race.id, { set: setId })}>{words.resultsTitle}</a>
      </p>
      <Heading title={`${rare.insideTitle}, ${race.name}`}>{rare.insideTitle}</Heading>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          route(searchHref(race.id, setId, typed.trim(), within), true);
        }}
      >
        <div class="field">
          <label for="inside">{rare.insideLabel}</label>
          <p class="hint" id="inside-hint">
            {rare.insideHint}
          </p>
          <input
            id="inside"
            type="search"
            value={typed}
            maxLength={80}
            autoComplete="off"
            aria-describedby="inside-hint"
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </div>
        {groups.length > 0 && (
          <div class="field">
            <label for="within">{rare.insideWithin}</label>
            <select id="within" value={within} onChange={({ currentTarget }) => setWithin(currentTarget.value)}>
              <option value="">{rare.insideEverybody}</option>
              {groups.map(([list, label]) => (
                <option key={list} value={list}>
                  {label}
                </option>
              ))}
            </select>
          </div>
        )}
        <button type="submit" class="button">
          {rare.insideDo}
        </button>
      </form>
      {q !== '' && <Found key={`${group} ${q}`} {...{ race, setId, q, group }} />}
    </>
  );
};

const Found = ({ race, setId, q, group }: SearchProps & { readonly q: string; readonly group: string }) => {
  const loaded = useLoaded(`${group} ${q}`, () =>
    request({
      method: 'GET',
      url: at`/api/races/${race.id}/results/search?set=${setId}&q=${q}&group=${group}`,
      schema: answer,
      retries: 2,
    }),
  );
  if (loaded.kind === 'reading') return <Loading what="page" />;
  if (loaded.kind === 'failed')
    return (
      <p class="note note-bad" role="alert">
        {failureWords(loaded.failure)}{' '}
        <button type="button" class="plain" onClick={loaded.again}>
          {t.tryAgain}
        </button>
      </p>
    );
  const { rows, more } = loaded.value;
  return (
    <>
      <p role="status">{rare.insideFound(rows.length, more === true)}</p>
      <ul class="result-versions">
        {rows.map(({ bib, name, club }) => (
          <li key={bib}>
            <a href={runnerHref(race.id, setId, bib)}>
              <bdi>{name}</bdi>
            </a>{' '}
            <span class="quiet">
              {words.bibOf(bib)}
              {club && ' · '}
              <bdi>{club}</bdi>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
};
