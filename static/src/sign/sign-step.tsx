import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import * as v from 'valibot';
import type { FormDocument } from '../../../lambdas/api/form/signing';
import sheet from '../../style/sign.css';
import { ErrorSummary } from '../form/error-summary';
import { described, Field, FieldError } from '../form/field';
import { StepForm } from '../form/step-form';
import { at, reading } from '../http/api';
import type { Failure } from '../http/failure';
import { Heading } from '../page/heading';
import { failureWords } from '../page/problem-screen';
import { request } from '../page/services';
import { useLoaded } from '../page/use-loaded';
import { SendingNote } from '../page/use-sending';
import * as t from '../texts/page';
import * as words from '../texts/sign';
import { Guardian } from './guardian';
import { guardianFields, hasChanged, idOf, type PersonSigning, type TypedSigning } from './signing';

const shownText = v.looseObject({ text: v.string(), version: v.string(), locale: v.string() });

interface TextProps {
  readonly raceId: string;
  readonly document: FormDocument;
  readonly isNew: boolean;
  readonly children: ComponentChildren;
}

/** One text, which scrolls in a region of its own, and below it who accepts it. Nobody accepts what did not load. */
const Text = ({ raceId, document: { kind, hash }, isNew, children }: TextProps) => {
  const loaded = useLoaded(hash, () =>
    request({ ...reading, url: at`/api/races/${raceId}/texts/${hash}`, schema: shownText }),
  );
  const id = `text-${kind}`;
  return (
    <div class="document">
      <h2 class="of-whom" id={id}>
        {words.kinds[kind]}
        {isNew && <span class="mark-new">{words.changedMark}</span>}
      </h2>
      {isNew && <p class="note">{words.changed}</p>}
      {loaded.kind === 'reading' && <p role="status">{words.loadingText}</p>}
      {loaded.kind === 'failed' && (
        <p class="note note-bad" role="alert">
          {words.textFailed} {failureWords(loaded.failure)}{' '}
          <button type="button" class="plain" onClick={loaded.again}>
            {t.tryAgain}
          </button>
        </p>
      )}
      {loaded.kind === 'ok' && (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard. */}
          <section class="paper document-text" aria-labelledby={id} tabIndex={0} lang={loaded.value.locale}>
            {loaded.value.text.split(/\n{2,}/).map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            <p class="quiet">{words.version(loaded.value.version)}</p>
          </section>
          {children}
        </>
      )}
    </div>
  );
};

interface AcceptProps {
  readonly document: FormDocument;
  readonly person: PersonSigning;
  readonly people: readonly PersonSigning[];
  readonly who: number;
  readonly error: string | undefined;
  readonly onType: (signing: TypedSigning) => void;
}

/** Who accepts a text for this person. */
const guardianOf = ({ typed: { guardian }, asksElse }: PersonSigning, people: readonly PersonSigning[]): string => {
  const name = asksElse ? guardian?.name?.trim() : people[guardian?.member ?? -1]?.name;
  return name || words.aGuardian;
};

/** One person, or their guardian, accepts one text: by a tick, or by typing a name. */
const Accept = ({ document, person, people, who, error, onType }: AcceptProps) => {
  const { kind, hash, signature } = document;
  const { typed, name, isMinor } = person;
  const before = typed.signed[kind];
  const id = idOf(kind, who);
  const sign = (accepted: { readonly name?: string } | undefined) => {
    const { [kind]: _, ...others } = typed.signed;
    onType({ ...typed, signed: accepted ? { ...others, [kind]: { hash, ...accepted } } : others });
  };
  const label = (mine: string, of: (name: string) => string, forMinor: (guardian: string, minor: string) => string) => {
    if (isMinor) return forMinor(guardianOf(person, people), name);
    return people.length === 1 ? mine : of(name);
  };
  if (signature === 'typed-name')
    return (
      <Field
        id={id}
        label={label(words.nameMine, words.nameOf, words.nameFor)}
        error={error}
        input={{
          value: before?.hash === hash ? (before.name ?? '') : '',
          autoComplete: 'off',
          spellcheck: false,
          onInput: ({ currentTarget: { value } }) => sign(value === '' ? undefined : { name: value }),
        }}
      />
    );
  return (
    <div class="field" data-wrong={error ? '' : undefined}>
      {error && <FieldError id={id}>{error}</FieldError>}
      <label class="choice choice-wide" for={id}>
        <input
          type="checkbox"
          id={id}
          checked={before?.hash === hash}
          aria-invalid={error ? true : undefined}
          aria-describedby={described(id, undefined, error)}
          onChange={({ currentTarget: { checked } }) => sign(checked ? {} : undefined)}
        />
        {label(words.acceptMine, words.acceptOf, words.acceptFor)}
      </label>
    </div>
  );
};

interface SignStepProps {
  readonly raceId: string;
  readonly people: readonly PersonSigning[];
  readonly isDone: boolean;
  readonly adultAge: number;
  readonly note?: ComponentChildren;
  readonly doneWords: string;
  /** The text of the button while the page waits for an answer. */
  readonly busyWords?: string | undefined;
  readonly failure?: Failure | undefined;
  readonly onType: (who: number, signing: TypedSigning) => void;
  readonly onBack: () => void;
  readonly onDone: () => void;
}

/** The guardians of minors, and each text with those who accept it. */
export const SignStep = (props: SignStepProps) => {
  const { raceId, people, isDone, adultAge, note, doneWords, busyWords, failure, onType, onBack, onDone } = props;
  const [round, setRound] = useState(0);
  // A text that changed is news, and not an error of the person.
  const all = people.flatMap(({ documents }) => documents);
  const documents = all.filter(({ kind }, n) => all.findIndex((one) => one.kind === kind) === n);
  const isNew = (document: FormDocument) =>
    people.some((person) => person.documents.includes(document) && hasChanged(document, person.typed));
  useEffect(() => setRound(0), [documents.map(({ hash }) => hash).join()]);
  const shown = (person: PersonSigning) => (round > 0 ? person.errors : {});
  // In the order of the screen: guardians first, then text by text.
  const lines = ['guardian' as const, ...guardianFields, ...documents.map(({ kind }) => kind)].flatMap((place) =>
    people.flatMap((person, who) => {
      const message = shown(person)[place];
      return message ? [{ to: idOf(place, who), message }] : [];
    }),
  );
  const submit = () => {
    if (isDone) onDone();
    else setRound(round + 1);
  };
  return (
    <StepForm {...{ doneWords, busyWords, onBack }} onSubmit={submit}>
      <link rel="stylesheet" href={sheet} />
      <Heading>{words.signTitle}</Heading>
      {note}
      <p class="lead">{words.signLead}</p>
      <ErrorSummary lines={lines} round={round} />
      {people.map(
        (person, who) =>
          person.isMinor && (
            <Guardian
              key={person.name}
              {...{ person, people, who, adultAge }}
              errors={shown(person)}
              onType={(signing) => onType(who, signing)}
            />
          ),
      )}
      {documents.map((document) => (
        <Text key={document.kind} raceId={raceId} document={document} isNew={isNew(document)}>
          {people.map(
            (person, who) =>
              person.documents.includes(document) && (
                <Accept
                  key={person.name}
                  {...{ document, person, people, who }}
                  error={shown(person)[document.kind]}
                  onType={(signing) => onType(who, signing)}
                />
              ),
          )}
        </Text>
      ))}
      <SendingNote failure={failure} />
    </StepForm>
  );
};
