import { useState } from 'preact/hooks';
import { type DocumentKind, documentKinds } from '../../../lambdas/api/form/definition/document-kinds';
import { FieldError } from '../../src/form/field';
import type { JsonObject } from '../editing/draft';
import { inputId } from '../editing/inputs';
import { at as address, call } from '../http/call';
import { Field, Labelled } from '../page/field';
import { newId } from '../page/new-id';
import { useSending } from '../page/use-sending';
import { FailureNote, Note } from '../page/words';
import * as t from '../texts/en';
import * as f from '../texts/form-editor';
import { change, changeList, type FormProps, languageOf, listAt, Pick, WholeInput } from './parts';

const d = f.documents;
const path = 'form.documents';

/** In place of the hash of the waiver: publishing puts that of the race's own text there. */
const anyHash = 'A'.repeat(43);

/** The texts that are signed: at most one of a kind. */
export const Signing = ({ step, raceId }: FormProps) => {
  const documents = listAt(step, path);
  const kinds = step.ready.document ? documentKinds : documentKinds.filter((kind) => kind === 'waiver');
  return (
    <section class="form-part" id={inputId(path)} tabIndex={-1} aria-label={d.title}>
      <h3>{d.title}</h3>
      <p class="quiet">{d.lead}</p>
      {kinds.map((kind) => (
        <Kind key={kind} step={step} raceId={raceId} kind={kind} n={documents.findIndex((one) => one.kind === kind)} />
      ))}
      {!step.ready.document && <p class="quiet">{d.later}</p>}
      {documents.length > 0 && <WholeInput step={step} path="form.adultAge" label={d.adultAge} hint={d.adultHint} />}
    </section>
  );
};

interface KindProps extends FormProps {
  readonly kind: DocumentKind;
  /** Its place in the list; -1: it is not there. */
  readonly n: number;
}

const Kind = ({ step, raceId, kind, n }: KindProps) => {
  const id = `signed-${kind}`;
  const toggle = (isOn: boolean) => {
    changeList(step, path, (before) =>
      isOn
        ? [...before, { kind, ...(kind === 'waiver' && { hash: anyHash }) }]
        : before.filter((one) => one.kind !== kind),
    );
    if (!isOn && listAt(step, path).length === 1) change(step, 'form.adultAge', undefined);
  };
  return (
    <div class="form-document">
      <label class="check" for={id}>
        <input
          id={id}
          type="checkbox"
          checked={n >= 0}
          onChange={({ currentTarget }) => toggle(currentTarget.checked)}
        />
        {d.kinds[kind]}
      </label>
      {n >= 0 && (
        <>
          <Pick
            step={step}
            path={`${path}.${n}.signature`}
            label={d.signature}
            choices={Object.entries(d.signatures)}
            usual="checkbox"
          />
          {kind !== 'waiver' && <Text key={kind} step={step} raceId={raceId} kind={kind} n={n} />}
        </>
      )}
    </div>
  );
};

/** A text is kept for good by a command of its own; the form names it by its hash. */
const Text = ({ step, raceId, kind, n }: KindProps) => {
  const [version, setVersion] = useState('');
  const [text, setText] = useState('');
  const [isIncomplete, setIncomplete] = useState(false);
  const [isKept, setKept] = useState(false);
  const { isSending, failure, send } = useSending();
  const id = `text-${kind}`;
  const known = (listAt(step, path)[n] as JsonObject | undefined)?.hash;
  const keep = () => {
    const isMissing = version.trim() === '' || text.trim() === '';
    setIncomplete(isMissing);
    if (isMissing) return document.getElementById(version.trim() === '' ? `${id}-version` : id)?.focus();
    void send(
      () =>
        call<{ readonly savedDocument: { readonly hash: string } }>({
          method: 'POST',
          url: address`/races/${raceId}/commands/saveDocument`,
          body: { kind, version, locale: languageOf(step), text },
          key: newId(),
        }),
      ({ value }) => {
        change(step, `${path}.${n}.hash`, value.savedDocument.hash);
        setKept(true);
        setText('');
        setVersion('');
      },
    );
  };
  return (
    <>
      <p class="quiet" id={inputId(`${path}.${n}.hash`)} tabIndex={-1}>
        {known === undefined ? d.missing : d.keptBefore}
      </p>
      {isIncomplete && <FieldError id={id}>{d.incomplete}</FieldError>}
      <Field
        id={`${id}-version`}
        label={d.version}
        input={{ value: version, autoComplete: 'off', onInput: ({ currentTarget }) => setVersion(currentTarget.value) }}
      />
      <Labelled id={id} label={d.text}>
        <textarea id={id} rows={6} value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
      </Labelled>
      <FailureNote failure={failure} />
      <Note kind="good">{isKept && text === '' && <p>{d.kept}</p>}</Note>
      <button type="button" class="button button-quiet" aria-disabled={isSending} onClick={keep}>
        {isSending ? t.working : d.save}
      </button>
    </>
  );
};
