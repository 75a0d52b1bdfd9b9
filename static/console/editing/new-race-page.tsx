import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { RaceOverviewMessage } from '../../../lambdas/api/console/messages';
import { announce } from '../../src/page/announce';
import { Heading } from '../../src/page/heading';
import type { Answered } from '../http/ask';
import { at, call } from '../http/call';
import { changed, useData } from '../http/data';
import { Choice, Field } from '../page/field';
import { newId } from '../page/new-id';
import { useSending } from '../page/use-sending';
import { FailureNote } from '../page/words';
import * as w from '../texts/editing';
import * as t from '../texts/en';
import { beginning, slugOf } from './draft';
import { draftPath } from './draft-path';

/** Asks for nothing but a name. */
export const NewRacePage = () => {
  const { route } = useLocation();
  const races = useData<{ readonly races: readonly RaceOverviewMessage[] }>(at`/races`);
  const [name, setName] = useState('');
  const [copyOf, setCopyOf] = useState('');
  const [fault, setFault] = useState<string>();
  const { isSending, failure, send } = useSending();
  const known = races.kind === 'ok' ? races.value.races : [];

  const begin = async (id: string): Promise<Answered<unknown>> => {
    const made = await call({
      method: 'POST',
      url: at`/races`,
      body: { id, ...(copyOf !== '' && { copyOf }) },
      key: newId(),
    });
    if (made.kind === 'problem' && made.errors.some(({ field }) => field === 'beginRace.id')) setFault(w.taken);
    if (made.kind !== 'ok') return made;
    const shown = await call<{ readonly seen: string; readonly draft: { readonly content: object } }>({
      method: 'GET',
      url: at`/races/${id}/document`,
    });
    if (shown.kind !== 'ok') return shown;
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const draft = copyOf === '' ? beginning(name, timeZone, w.waiverBegin) : { ...shown.value.draft.content, name };
    return call({
      method: 'PUT',
      url: at`/races/${id}/draft`,
      body: { draft, step: 1 },
      key: newId(),
      seen: shown.value.seen,
    });
  };

  return (
    <form
      class="column narrow-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const isMissing = name.trim() === '';
        setFault(isMissing ? w.nameWrong : undefined);
        if (isMissing) {
          // Who presses Enter has the focus there already, so a reader would say nothing.
          announce(w.nameWrong);
          return document.getElementById('race-name')?.focus();
        }
        const id = slugOf(name) || `race-${newId().slice(-12)}`;
        void send(
          async () => {
            const answer = await begin(id);
            return answer.kind === 'ok' ? { kind: 'ok' as const } : answer;
          },
          () => {
            changed(at`/races`);
            route(`${draftPath(id)}?step=1`);
          },
        );
      }}
    >
      <Heading>{w.newRace}</Heading>
      <p>{w.newRaceLead}</p>
      <Field
        id="race-name"
        label={w.raceName}
        hint={w.raceNameHint}
        error={fault}
        input={{
          value: name,
          autoComplete: 'off',
          maxLength: 120,
          onInput: ({ currentTarget }) => setName(currentTarget.value),
        }}
      />
      {known.length > 0 && (
        <Choice
          id="race-copy"
          label={w.copyOf}
          value={copyOf}
          choices={[['', w.copyOfNothing], ...known.map((race) => [race.id, w.copyOfRace(race.name)] as const)]}
          onChange={setCopyOf}
        />
      )}
      {!fault && <FailureNote failure={failure} />}
      <div class="actions">
        <button type="submit" class="button" aria-disabled={isSending}>
          {isSending ? t.working : w.begin}
        </button>
      </div>
    </form>
  );
};
