import { useState } from 'preact/hooks';
import type { Form } from '../../../lambdas/api/form/definition/form';
import { textIn } from '../../../lambdas/api/form/definition/question';
import { maxTeamNameLength, teamKindsOf } from '../../../lambdas/api/form/team';
import { Radios, SelectField } from '../entry/boxes';
import type { StepProps } from '../entry/person-step';
import { namesOf } from '../flow/draft';
import { ErrorSummary } from '../form/error-summary';
import { Field, FieldError, FieldGroup } from '../form/field';
import { StepForm } from '../form/step-form';
import type { Answered, Fault } from '../http/failure';
import { Heading } from '../page/heading';
import { useLoaded } from '../page/use-loaded';
import * as t from '../texts/page';
import * as words from '../texts/team';
import { kindLabel, TeamSearch } from './find-team';
import { teamApi } from './team-api';
import { kindChosen, type Place, type TeamErrors, type TeamTyping } from './use-team';

/** Of the box in that place. */
const idOf = (place: Place): string => (place === 'team' ? 'team-search' : `team-${place}`);

/** Where the server's findings are shown. */
const placeOf = ({ field, code }: Fault, { choice }: TeamTyping['typed']): Place => {
  const [, who] = /^people\.(\d+)\.leg$/.exec(field) ?? [];
  if (who !== undefined) return `leg-${Number(who)}`;
  if (field.startsWith('order.team.create.name')) return 'name';
  if (choice === 'join') return code === 'team-code-wrong' ? 'code' : 'team';
  return choice === 'create' && code !== 'missing' ? 'kind' : 'choice';
};

const sentenceOf = ({ field, code, limit }: Fault, people: number): string => {
  if (code === 'too-many-in-team') return words.tooManyForTeam(limit ?? 0, people);
  return field.startsWith('order.team.create.name') ? words.nameWrong : words.teamFault(code, limit);
};

const foundErrors = (findings: readonly Fault[], typed: TeamTyping['typed'], people: number): TeamErrors =>
  Object.fromEntries(
    findings
      .filter(({ field }) => /^order\.team\b|^people\.\d+\.leg$/.test(field))
      .map((fault) => [placeOf(fault, typed), sentenceOf(fault, people)]),
  );

interface PartProps extends TeamTyping {
  readonly form: Form;
  readonly raceId: string;
  readonly eventId: string;
  readonly shown: TeamErrors;
}

/** What a new team is called, and its kind where there are several. */
const Create = ({ form, eventId, typed, type, shown }: PartProps) => {
  const kinds = teamKindsOf(form, eventId);
  const kind = kindChosen(form, eventId, typed);
  const help = kind?.help && textIn(form, kind.help, t.locale);
  return (
    <>
      {kinds.length > 1 ? (
        <FieldGroup id="team-kind" legend={words.teamKind} hint={help} error={shown.kind}>
          <Radios
            id="team-kind"
            options={kinds.map(({ id, label, size }) => ({
              id,
              name: words.teamKindSize(textIn(form, label, t.locale), size),
            }))}
            chosen={kind ? [kind.id] : []}
            onChoose={(id) => type({ kind: id, legs: [] })}
          />
        </FieldGroup>
      ) : (
        kind && (
          <>
            <p>{words.teamKindSize(textIn(form, kind.label, t.locale), kind.size)}</p>
            {help && <p class="hint">{help}</p>}
            {shown.kind && <FieldError id="team-kind">{shown.kind}</FieldError>}
          </>
        )
      )}
      <Field
        id="team-name"
        label={words.teamName}
        hint={words.teamNameHint}
        error={shown.name}
        input={{
          value: typed.name ?? '',
          autoComplete: 'off',
          maxLength: 2 * maxTeamNameLength,
          onInput: ({ currentTarget }) => type({ name: currentTarget.value }),
        }}
      />
    </>
  );
};

/** Which team is joined: that of an invitation, or one from the list. Its code is always asked for. */
const Join = ({ form, raceId, eventId, typed, type, shown }: PartProps) => {
  const { team } = typed;
  return (
    <>
      {team ? (
        <div class="field" data-wrong={shown.team ? '' : undefined}>
          {shown.team && <FieldError id="team-search">{shown.team}</FieldError>}
          <p class="team-chosen">
            <span>
              <b>{team.name}</b> {kindLabel(form, team.kind)}
            </span>
            <button
              type="button"
              class="plain"
              id="team-search"
              aria-describedby={shown.team ? 'team-search-error' : undefined}
              onClick={() => type({ team: undefined, code: '', legs: [] })}
            >
              {words.anotherTeam}
            </button>
          </p>
        </div>
      ) : (
        <TeamSearch {...{ raceId, eventId }} error={shown.team}>
          {(teams) => (
            <fieldset class="field teams">
              <legend class="aside-for-readers">{words.teamSearch}</legend>
              {teams.map(({ id, name, kind, size, members, isOpen }) => (
                <label key={id} class="choice" for={`team-${id}`}>
                  <input
                    type="radio"
                    id={`team-${id}`}
                    name="team"
                    disabled={!isOpen || members >= size}
                    onChange={() => {
                      type({ team: { id, name, kind }, legs: [] });
                      document.getElementById('team-code')?.focus();
                    }}
                  />
                  <span>
                    <b>{name}</b>{' '}
                    <span class="quiet">
                      {kindLabel(form, kind)}, {words.teamState(members, size, isOpen)}
                    </span>
                  </span>
                </label>
              ))}
            </fieldset>
          )}
        </TeamSearch>
      )}
      <Field
        id="team-code"
        label={words.joinCode}
        hint={words.joinCodeHint}
        error={shown.code}
        input={{
          value: typed.code ?? '',
          autoComplete: 'off',
          autoCapitalize: 'characters',
          spellcheck: false,
          maxLength: 40,
          onInput: ({ currentTarget }) => type({ code: currentTarget.value }),
        }}
      />
    </>
  );
};

/** The wanted leg of each person. The server says which legs others have. */
const Legs = ({ form, eventId, typed, type, shown, names }: PartProps & { readonly names: readonly string[] }) => {
  const kind = kindChosen(form, eventId, typed);
  const joined = typed.choice === 'join' ? typed.team?.id : undefined;
  const loaded = useLoaded(joined ?? '', async (): Promise<Answered<readonly number[]>> => {
    const answer = joined ? await teamApi.team(joined) : undefined;
    return answer && answer.kind !== 'ok' ? answer : { kind: 'ok', value: answer?.value.takenLegs ?? [] };
  });
  const taken = loaded.kind === 'ok' ? loaded.value : [];
  if (!kind?.legs) return null;
  const options = [
    { id: '', name: words.anyLeg },
    ...kind.legs.map(({ label }, n) => {
      const text = textIn(form, label, t.locale);
      const isOff = taken.includes(n + 1);
      return { id: String(n + 1), name: isOff ? words.legTaken(text) : text, isOff };
    }),
  ];
  const choose = (who: number, leg: string) =>
    type({ legs: names.map((_, n) => (n === who ? leg : (typed.legs?.[n] ?? ''))) });
  return (
    <section aria-labelledby="legs-title">
      <h2 class="of-whom" id="legs-title">
        {words.legsTitle}
      </h2>
      {names.map((name, who) => (
        <SelectField
          key={idOf(`leg-${who}`)}
          id={idOf(`leg-${who}`)}
          label={words.legOf(name.trim(), who + 1)}
          value={typed.legs?.[who] ?? ''}
          error={shown[`leg-${who}`]}
          options={options}
          onChoose={(leg) => choose(who, leg)}
        />
      ))}
    </section>
  );
};

/** Which team these people run in. */
export const TeamStep = (props: StepProps & TeamTyping & { readonly raceId: string }) => {
  const {
    raceId,
    filled,
    findings,
    note,
    doneWords,
    onBack,
    onDone,
    typed,
    type,
    errors,
    mayRunAlone,
    settled,
    settle,
  } = props;
  const [round, setRound] = useState(0);
  const names = namesOf(filled.draft);
  const standing = findings.filter((fault) => !settled.includes(fault));
  const found = foundErrors(standing, typed, names.length);
  const shown: TeamErrors = { ...found, ...(round > 0 && errors) };
  const places = Object.keys(shown) as readonly Place[];
  const submit = () => {
    if (props.isDone) onDone();
    else setRound(round + 1);
  };
  const part = {
    ...props,
    ...{ raceId, shown, eventId: filled.draft.eventId },
    type: (change: Parameters<typeof type>[0]) => {
      settle(findings);
      type(change);
    },
  };
  const choices = (mayRunAlone ? (['none', 'create', 'join'] as const) : (['create', 'join'] as const)).map((id) => ({
    id,
    name: words.teamChoices[id],
  }));
  return (
    <StepForm {...{ doneWords, onBack }} onSubmit={submit}>
      <Heading>{words.teamTitle}</Heading>
      <p class="lead">{mayRunAlone ? words.teamLead(names.length) : words.relayLead}</p>
      {note}
      <ErrorSummary
        lines={places.map((place) => ({ to: idOf(place), message: shown[place] ?? '' }))}
        round={round + (Object.keys(found).length > 0 ? 1 : 0)}
      />
      <FieldGroup id="team-choice" legend={mayRunAlone ? words.teamChoice : words.relayChoice} error={shown.choice}>
        <Radios
          id="team-choice"
          options={choices}
          chosen={typed.choice ? [typed.choice] : []}
          onChoose={(choice) => part.type({ choice: choice as 'none' | 'create' | 'join', legs: [] })}
        />
      </FieldGroup>
      {typed.choice === 'create' && <Create {...part} />}
      {typed.choice === 'join' && <Join {...part} />}
      <Legs {...part} names={names} />
    </StepForm>
  );
};
