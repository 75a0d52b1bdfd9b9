import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { described } from '../../src/form/field';
import { announce } from '../../src/page/announce';
import type { Failure } from '../http/ask';
import { Choice, Field, Labelled } from '../page/field';
import { FailureNote } from '../page/words';
import type { RaceScreenProps } from '../race/race-screen';
import * as t from '../texts/commands';
import * as page from '../texts/en';
import { type Field as CommandField, readFields, type Typed, type Values } from './fields';
import { Outcome } from './outcome';
import { raceChanged, useCommand } from './use-command';

interface CommandFormProps<A> {
  readonly race: RaceScreenProps['race'];
  /** The command's name. */
  readonly command: string;
  readonly title: string;
  readonly lead?: string;
  readonly fields: readonly CommandField[];
  /** Makes the body of the command from the fields. By default the fields are the body. `refusal`: the last one, which was shown. */
  readonly content?: (values: Values, refusal: Failure | undefined) => Values;
  /** Names what the fields begin with. It is sent too, as it was when one began to type: the server refuses what would overwrite others. */
  readonly seen?: string;
  readonly act: string;
  /** `content`: what was looked at, until it is done. */
  readonly says: (answer: A, isDone: boolean, content?: object) => ComponentChildren;
  /** What of the answer to the dry run the command must name. */
  readonly names?: (answer: A) => object;
  /** Called when it was done and another one begins. */
  readonly onGoOn?: () => void;
  /** The dialog around it has the title. */
  readonly isInDialog?: boolean;
}

/** A command as a form: type, see what it would do, do it. */
export const CommandForm = <A,>({
  race,
  command,
  title,
  lead,
  fields,
  isInDialog = false,
  ...props
}: CommandFormProps<A>) => {
  const initial = Object.fromEntries(fields.map(({ name, initial = '' }) => [name, initial]));
  const [typed, setTyped] = useState<Typed>({});
  // What nobody has touched follows what the form begins with, which may have changed since: the next version, or a name.
  const values: Typed = { ...initial, ...typed };
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  const { state, look, act, rest } = useCommand<A>(race.id, command, { onDone: () => raceChanged(race.id) });
  const form = useRef<HTMLFormElement>(null);
  const refusal = useRef<Failure | undefined>(undefined);
  const begun = useRef(props.seen);
  if (Object.keys(typed).length === 0) begun.current = props.seen;
  const idOf = (name: string) => `${command}-${name}`;
  const failure = state.kind === 'resting' ? state.failure : undefined;
  refusal.current = failure ?? refusal.current;
  const refusals = refusalsOf(failure, fields);
  const errorOf = (name: string): string | undefined => wrong[name] ?? refusals.byField[name];
  const isTyping = state.kind === 'resting' || state.kind === 'looking';

  const submit = (event: Event) => {
    event.preventDefault();
    const read = readFields(fields, values, race);
    setWrong('wrong' in read ? read.wrong : {});
    if ('values' in read) {
      const content = props.content?.(read.values, refusal.current) ?? read.values;
      return look(begun.current === undefined ? content : { ...content, seen: begun.current });
    }
    const [first = ''] = Object.keys(read.wrong);
    // Who presses Enter may have the focus there already, so a reader would say nothing.
    announce(read.wrong[first] ?? '');
    return form.current?.querySelector<HTMLElement>(`#${idOf(first)}`)?.focus();
  };
  const leave = () => {
    if (state.kind === 'done') {
      setTyped({});
      refusal.current = undefined;
      props.onGoOn?.();
    }
    rest();
  };

  return (
    <section class={isInDialog ? '' : 'panel'}>
      {!isInDialog && <h2>{title}</h2>}
      {lead && <p class="quiet">{lead}</p>}
      <form ref={form} noValidate hidden={!isTyping} onSubmit={submit}>
        <FailureNote failure={failure} />
        {refusals.others.length > 0 && (
          <ul class="refusals">
            {refusals.others.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        )}
        {fields.map((field) => (
          <Input
            key={field.name}
            id={idOf(field.name)}
            field={field}
            value={values[field.name] ?? ''}
            error={errorOf(field.name)}
            onType={(text) => {
              setTyped({ ...typed, [field.name]: text });
              if (failure) rest();
            }}
          />
        ))}
        <button type="submit" class="button button-quiet" aria-disabled={state.kind === 'looking'}>
          {state.kind === 'looking' ? page.working : t.seeFirst}
        </button>
      </form>
      <Outcome
        state={state}
        says={props.says}
        act={props.act}
        onAct={() => 'answer' in state && act(props.names?.(state.answer))}
        onLeave={leave}
      />
    </section>
  );
};

interface InputProps {
  readonly id: string;
  readonly field: CommandField;
  readonly value: string;
  readonly error: string | undefined;
  readonly onType: (text: string) => void;
}

const Input = ({ id, field: { label, hint, kind, choices = [], isOptional }, value, error, onType }: InputProps) => {
  const name = isOptional && kind !== 'yes' ? t.optional(label) : label;
  switch (kind) {
    case 'choice':
      return (
        <Choice id={id} label={name} hint={hint} error={error} value={value} choices={choices} onChange={onType} />
      );
    case 'yes':
      return (
        <div class="field">
          <label class="choice" for={id}>
            <input
              id={id}
              type="checkbox"
              checked={value === 'yes'}
              onChange={({ currentTarget }) => onType(currentTarget.checked ? 'yes' : '')}
            />
            {name}
          </label>
        </div>
      );
    case 'lines':
    case 'list':
    case 'json':
      return (
        <Labelled id={id} label={name} hint={hint} error={error}>
          <textarea
            id={id}
            rows={kind === 'json' ? 12 : 5}
            spellcheck={kind === 'lines'}
            value={value}
            aria-invalid={error ? true : undefined}
            aria-describedby={described(id, hint, error)}
            onInput={({ currentTarget }) => onType(currentTarget.value)}
          />
        </Labelled>
      );
    default: {
      const input = {
        autoComplete: 'off' as const,
        value,
        onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => onType(currentTarget.value),
      };
      return (
        <Field
          id={id}
          label={name}
          {...(hint !== undefined && { hint })}
          error={error}
          input={kind === 'instant' ? { ...input, type: 'datetime-local' } : { ...input, inputMode: modes[kind] }}
        />
      );
    }
  }
};

const modes = { text: 'text', whole: 'numeric', money: 'decimal', percent: 'decimal' } as const;

/** What the server found wrong, at the fields that are shown and elsewhere. It names a field as `command.field.part`. */
const refusalsOf = (failure: Failure | undefined, fields: readonly CommandField[]) => {
  const byField: Record<string, string> = {};
  const others: string[] = [];
  for (const { field, message } of failure?.kind === 'problem' ? failure.errors : []) {
    const [, first = ''] = field.split('.');
    if (fields.some(({ name }) => name === first)) byField[first] = message;
    // The sentence of a refusal often contains its one error.
    else if (failure?.kind === 'problem' && !failure.detail.includes(message)) others.push(message);
  }
  return { byField, others };
};
