import { useLayoutEffect, useState } from 'preact/hooks';
import { afterPress } from '../../src/form/after-press';
import { described } from '../../src/form/field';
import { zoneName } from '../../src/time/dates';
import { Field, Labelled } from '../page/field';
import * as w from '../texts/editing';
import * as f from '../texts/form-step';
import { type Draft, openingAt, valueAt, withValue } from './draft';
import type { DraftError, Editor, Ready } from './editor';
import { instantsAt, wallTime } from './zone-time';

/** What every step gets. */
export interface StepProps {
  readonly raceId: string;
  readonly editor: Editor;
  readonly ready: Ready;
  /** Errors are shown of fields that were left, and of everything once it was looked through. */
  readonly isChecked: boolean;
}

/** The id of the input at a path of the draft: what is wrong with it links there. */
export const inputId = (path: string): string => `f-${path.replaceAll('.', '-')}`;

export const faultWords = ({ field, code, message }: DraftError): string =>
  (field.startsWith('form.') ? f.faultWords[code] : undefined) ?? w.faultWords[code] ?? message;

/** What is wrong at a path, in words. An input is checked when it was left, and all are when they were looked through. */
export const errorAt = ({ ready, isChecked }: StepProps, path: string, wasLeft: boolean): string | undefined => {
  if (!isChecked && !wasLeft) return undefined;
  const found = ready.errors.find(({ field }) => field === path);
  if (!found || ready.saving === 'dirty') return undefined;
  return w.atField(faultWords(found));
};

/** What is typed at a path, and what is kept of it. */
const useTyped = (
  step: StepProps,
  path: string,
  format: (value: unknown) => string,
  parse: (text: string) => unknown,
) => {
  const { editor, ready } = step;
  const value = valueAt(ready.draft, path);
  const [text, setText] = useState(format(value));
  const [wasLeft, setLeft] = useState(false);
  // Somebody else has changed it.
  useLayoutEffect(() => {
    if (JSON.stringify(parse(text)) !== JSON.stringify(value)) setText(format(value));
  }, [JSON.stringify(value)]);
  return {
    text,
    error: errorAt(step, path, wasLeft),
    type: (typed: string) => {
      setText(typed);
      const now = editor.state.peek();
      if (now.kind === 'ready') editor.type(withValue(now.draft, path, parse(typed) as never));
    },
    leave: () =>
      afterPress(() => {
        setLeft(true);
        void editor.save();
      }),
  };
};

const plainText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
const orNothing = (text: string): string | undefined => (text === '' ? undefined : text);

interface TextProps {
  readonly step: StepProps;
  readonly path: string;
  readonly label: string;
  readonly hint?: string;
  readonly type?: 'text' | 'date';
  readonly inputMode?: 'numeric' | 'decimal';
  readonly format?: (value: unknown) => string;
  readonly parse?: (text: string) => unknown;
}

/** One line. */
export const TextInput = ({
  step,
  path,
  label,
  hint,
  type = 'text',
  inputMode,
  format = plainText,
  parse = orNothing,
}: TextProps) => {
  const { text, error, type: onType, leave } = useTyped(step, path, format, parse);
  const input = {
    value: text,
    autoComplete: 'off',
    onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => onType(currentTarget.value),
    onBlur: leave,
  };
  return (
    <Field
      id={inputId(path)}
      label={label}
      {...(hint && { hint })}
      error={error}
      input={type === 'date' ? { ...input, type } : { ...input, ...(inputMode && { inputMode }) }}
    />
  );
};

/** Some lines. */
export const ProseInput = ({
  step,
  path,
  label,
  hint,
  rows,
  format = plainText,
  parse = orNothing,
}: TextProps & { readonly rows: number }) => {
  const { text, error, type, leave } = useTyped(step, path, format, parse);
  const id = inputId(path);
  return (
    <Labelled id={id} label={label} hint={hint} error={error}>
      <textarea
        id={id}
        rows={rows}
        value={text}
        aria-invalid={error ? true : undefined}
        aria-describedby={described(id, hint, error)}
        onInput={({ currentTarget }) => type(currentTarget.value)}
        onBlur={leave}
      />
    </Labelled>
  );
};

const hasZone = (text: string): boolean => /(?:Z|[+-]\d\d:\d\d)$/.test(text);
const offsetOf = (instant: string): string => instant.slice(-6);

interface InstantProps {
  readonly step: StepProps;
  readonly path: string;
  readonly label: string;
  readonly hint?: string;
}

/** An instant, as the clocks of the race show it. One that does not exist is refused, and one that comes twice asks which. */
export const InstantInput = ({ step, path, label, hint }: InstantProps) => {
  const { editor, ready } = step;
  const zone = ready.draft.timeZone ?? 'UTC';
  const value = valueAt(ready.draft, path);
  const stored = typeof value === 'string' ? value : '';
  const wall = hasZone(stored) ? wallTime(stored, zone) : stored;
  const [wasLeft, setLeft] = useState(false);
  const put = (next: string | undefined) => {
    const now = editor.state.peek();
    if (now.kind !== 'ready') return;
    editor.type(path === 'opensAt' ? openingAt(now.draft, next) : withValue(now.draft, path, next));
  };
  const found = wall === '' ? [] : instantsAt(wall, zone);
  const isMissing = wall !== '' && found.length === 0;
  const error = isMissing ? w.noSuchTime : errorAt(step, path, wasLeft);
  const id = inputId(path);
  return (
    <>
      <Field
        id={id}
        label={label}
        hint={[hint, w.inZone(zoneName(zone))].filter(Boolean).join(' ')}
        error={error}
        input={{
          type: 'datetime-local',
          value: wall,
          onInput: ({ currentTarget: { value: typed } }) => {
            const [first] = instantsAt(typed, zone);
            // A time that does not exist stays as it was typed, without a zone: it cannot be published.
            put(typed === '' ? undefined : (first ?? typed));
          },
          onBlur: () =>
            afterPress(() => {
              setLeft(true);
              void editor.save();
            }),
        }}
      />
      {found.length === 2 && (
        <fieldset class="twice">
          <legend>{w.twice}</legend>
          {found.map((instant, n) => (
            <label key={instant}>
              <input
                type="radio"
                name={`${id}-which`}
                checked={Date.parse(stored) === Date.parse(instant)}
                onChange={() => {
                  put(instant);
                  void editor.save();
                }}
              />
              {n === 0 ? w.firstOne(offsetOf(instant)) : w.secondOne(offsetOf(instant))}
            </label>
          ))}
        </fieldset>
      )}
    </>
  );
};

/** Changes the draft as a whole, and saves it. */
export const edit = (editor: Editor, change: (draft: Draft) => Draft): void => {
  const now = editor.state.peek();
  if (now.kind !== 'ready') return;
  editor.type(change(now.draft));
  void editor.save();
};
