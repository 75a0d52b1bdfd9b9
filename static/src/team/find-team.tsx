import { useEffect, useState } from 'preact/hooks';
import type { Form } from '../../../lambdas/api/form/definition/form';
import { textIn } from '../../../lambdas/api/form/definition/question';
import type { TeamPageMessage } from '../../../lambdas/api/messages/form/teams';
import { Field } from '../form/field';
import { useLoaded } from '../page/use-loaded';
import * as t from '../texts/page';
import * as words from '../texts/team';
import { teamApi } from './team-api';

export type ShownTeam = TeamPageMessage['teams'][number];

export const kindLabel = (form: Form, kind: string): string => {
  const found = form.teams?.kinds.find(({ id }) => id === kind);
  return found ? textIn(form, found.label, t.locale) : '';
};

/** How long nothing is typed before the server is asked. */
const pauseMs = 300;

const useCalm = (text: string): string => {
  const [calm, setCalm] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setCalm(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return calm;
};

/** The teams of an event with these words in their names, page by page. */
const useTeamSearch = (raceId: string, eventId: string, text: string) => {
  const calm = useCalm(text.trim());
  const [pages, setPages] = useState<{ readonly key: string; readonly after: readonly string[] }>();
  const key = `${eventId} ${calm}`;
  const after = pages?.key === key ? pages.after : [];
  const loaded = useLoaded(`${key} ${after.join()}`, async () => {
    const teams: ShownTeam[] = [];
    let next: string | undefined;
    for (const last of [undefined, ...after]) {
      const answer = await teamApi.list(raceId, eventId, calm, last);
      if (answer.kind !== 'ok') return answer;
      teams.push(...answer.value.teams);
      next = answer.value.next;
    }
    return { kind: 'ok', value: { teams, next, isAll: calm === '' } } as const;
  });
  return { loaded, more: (next: string) => setPages({ key, after: [...after, next] }) };
};

interface SearchProps {
  readonly raceId: string;
  readonly eventId: string;
  readonly error?: string | undefined;
  /** How what was found is shown. */
  readonly children: (teams: readonly ShownTeam[]) => preact.ComponentChildren;
}

/** A box to search teams, and what was found below it. How many there are is announced. */
export const TeamSearch = ({ raceId, eventId, error, children }: SearchProps) => {
  const [text, setText] = useState('');
  const { loaded, more } = useTeamSearch(raceId, eventId, text);
  const found = loaded.kind === 'ok' ? loaded.value : undefined;
  const next = found?.next;
  return (
    <>
      <Field
        id="team-search"
        label={words.teamSearch}
        hint={words.teamSearchHint}
        error={error}
        input={{
          type: 'search',
          value: text,
          autoComplete: 'off',
          maxLength: 60,
          onInput: ({ currentTarget }) => setText(currentTarget.value),
        }}
      />
      <p class="quiet" role="status">
        {loaded.kind === 'reading' && words.teamsLoading}
        {found &&
          (found.teams.length === 0 && found.isAll
            ? words.noTeamYet
            : words.teamsFound(found.teams.length, Boolean(next)))}
      </p>
      {loaded.kind === 'failed' && (
        <p class="note note-bad" role="alert">
          {words.teamsFailed}{' '}
          <button type="button" class="plain" onClick={loaded.again}>
            {t.tryAgain}
          </button>
        </p>
      )}
      {found && found.teams.length > 0 && children(found.teams)}
      {next && (
        <button type="button" class="plain" onClick={() => more(next)}>
          {words.moreTeams}
        </button>
      )}
    </>
  );
};
