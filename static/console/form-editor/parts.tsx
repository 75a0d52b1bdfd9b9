import { plainDigits } from '../../../lambdas/domain/plain-digits';
import { FieldGroup } from '../../src/form/field';
import type { Draft, Json, JsonObject } from '../editing/draft';
import { scaled, valueAt, withValue } from '../editing/draft';
import { edit, errorAt, inputId, type StepProps, TextInput } from '../editing/inputs';
import { Choice } from '../page/field';
import { newId } from '../page/new-id';
import * as w from '../texts/editing';
import * as f from '../texts/form-editor';

/** What every part of the editor gets. */
export interface FormProps {
  readonly step: StepProps;
  readonly raceId: string;
}

export const formOf = ({ ready }: StepProps): JsonObject => (ready.draft.form ?? {}) as JsonObject;
export const languageOf = (step: StepProps): string => String(formOf(step).language ?? 'en');
export const currencyOf = ({ ready }: StepProps): string => ready.draft.currency ?? 'EUR';
export const listAt = (step: StepProps, path: string): readonly JsonObject[] =>
  (valueAt(step.ready.draft, path) ?? []) as readonly JsonObject[];

/** The text of a label, in the form's own language. */
export const labelIn = (step: StepProps, of: JsonObject): string =>
  String((of.label as JsonObject | undefined)?.[languageOf(step)] ?? '');

/** An id that is given once and stays: nobody types it. */
export const freshId = (kind: string): string => `${kind}${newId().replaceAll('-', '').slice(-10)}`;

export const change = (step: StepProps, path: string, value: Json): void =>
  edit(step.editor, (draft) => withValue(draft, path, value));
export const changeList = (
  step: StepProps,
  path: string,
  to: (before: readonly JsonObject[]) => readonly JsonObject[],
): void =>
  edit(step.editor, (draft: Draft) => {
    const list = to((valueAt(draft, path) ?? []) as readonly JsonObject[]);
    // A form without a kind of team has no teams.
    return path === 'form.teams.kinds' && list.length === 0
      ? withValue(draft, 'form.teams', undefined)
      : withValue(draft, path, list);
  });

/** Whether runners could see what has this id. Its meaning stays then. */
export const isPublished = ({ ready }: StepProps, list: string, id: Json): boolean => {
  const form = ready.document?.form as JsonObject | undefined;
  const before = (valueAt(form, list) ?? []) as readonly JsonObject[];
  return before.some(
    (one) =>
      one.id === id || ((one.variants ?? one.options ?? []) as readonly JsonObject[]).some((part) => part.id === id),
  );
};

/** A text in the form's own language. */
export const LabelInput = ({
  step,
  path,
  label,
  hint,
}: {
  step: StepProps;
  path: string;
  label: string;
  hint?: string;
}) => (
  <TextInput
    step={step}
    path={`${path}.${languageOf(step)}`}
    label={label}
    {...(hint !== undefined && { hint })}
    parse={tidy}
  />
);

/** One line as its author means it. Nothing typed: there is no text. */
const tidy = (text: string): string | undefined => text.normalize('NFC').trim().replace(/\s+/g, ' ') || undefined;

interface TickProps {
  readonly step: StepProps;
  readonly path: string;
  readonly label: string;
  readonly isOff?: boolean;
  /** In place of what a tick usually changes. */
  readonly onTick?: (isOn: boolean) => void;
}

/** A box to tick. Without a tick there is no value. */
export const Tick = ({ step, path, label, isOff = false, onTick }: TickProps) => {
  const id = inputId(path);
  return (
    <label class="check" for={id}>
      <input
        id={id}
        type="checkbox"
        checked={valueAt(step.ready.draft, path) === true}
        disabled={isOff}
        onChange={({ currentTarget: { checked } }) =>
          onTick ? onTick(checked) : change(step, path, checked ? true : undefined)
        }
      />
      {label}
    </label>
  );
};

interface PickProps {
  readonly step: StepProps;
  readonly path: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly choices: readonly (readonly [value: string, label: string])[];
  /** What is chosen where the draft says nothing. It is not written down. */
  readonly usual?: string;
  readonly isOff?: boolean;
  readonly onPick?: (value: string) => void;
}

/** One of a few. */
export const Pick = ({ step, path, label, hint, choices, usual = '', isOff = false, onPick }: PickProps) => {
  const value = String(valueAt(step.ready.draft, path) ?? usual);
  if (isOff)
    return (
      <p class="field fixed">
        <b>{label}</b>
        <span>{choices.find(([one]) => one === value)?.[1] ?? value}</span>
        <span class="quiet">{f.fixed}</span>
      </p>
    );
  return (
    <Choice
      id={inputId(path)}
      label={label}
      hint={hint}
      error={errorAt(step, path, false)}
      value={value}
      choices={choices}
      onChange={(next) => (onPick ? onPick(next) : change(step, path, next === usual ? undefined : next))}
    />
  );
};

interface BoxesProps {
  readonly step: StepProps;
  /** Of a list of ids. */
  readonly path: string;
  readonly legend: string;
  readonly hint?: string;
  readonly options: readonly (readonly [id: string, label: string])[];
  /** What all of them are called, where nothing is written down for all. */
  readonly all?: string;
}

/** Any number of several. With `all`: every one is meant where none is named. */
export const Boxes = ({ step, path, legend, hint, options, all }: BoxesProps) => {
  const named = valueAt(step.ready.draft, path) as readonly string[] | undefined;
  const id = inputId(path);
  const put = (ids: readonly string[]) => {
    const isAll = all !== undefined && (ids.length === 0 || ids.length === options.length);
    change(
      step,
      path,
      isAll || ids.length === 0 ? undefined : options.flatMap(([one]) => (ids.includes(one) ? [one] : [])),
    );
  };
  return (
    <FieldGroup id={id} legend={legend} hint={hint} error={errorAt(step, path, false)} class="boxes">
      {all !== undefined && (
        <label class="check" for={id}>
          <input
            id={id}
            type="checkbox"
            checked={named === undefined}
            onChange={({ currentTarget: { checked } }) => put(checked ? [] : options.slice(0, 1).map(([one]) => one))}
          />
          {all}
        </label>
      )}
      {(all === undefined || named !== undefined) &&
        options.map(([one, label], n) => {
          const own = all === undefined && n === 0 ? id : `${id}-${n}`;
          return (
            <label key={one} class="check" for={own}>
              <input
                id={own}
                type="checkbox"
                checked={named?.includes(one) ?? false}
                onChange={({ currentTarget: { checked } }) =>
                  put(checked ? [...(named ?? []), one] : (named ?? []).filter((other) => other !== one))
                }
              />
              {label}
            </label>
          );
        })}
    </FieldGroup>
  );
};

/** The events of the race, by id and name. */
export const eventsOf = ({ ready }: StepProps): readonly (readonly [string, string])[] =>
  (ready.draft.events ?? []).flatMap(({ id, name }, n) => (id ? [[id, w.eventTitle(name ?? '', n + 1)] as const] : []));

/** Whose events are meant; all of them when there is one, or where it is not said. */
export const EventBoxes = ({ step, path }: { step: StepProps; path: string }) => {
  const events = eventsOf(step);
  return events.length < 2 ? null : (
    <Boxes step={step} path={path} legend={f.inEvents} options={events} all={f.allEvents} />
  );
};

export const WholeInput = (props: { step: StepProps; path: string; label: string; hint?: string }) => (
  <TextInput {...props} inputMode="numeric" parse={(text) => scaled(text, 0)} />
);

/** `3:30:00` as seconds. What is no length of time stays as it was typed. */
const secondsIn = (text: string): number | string | undefined => {
  if (text.trim() === '') return undefined;
  const [, hours, minutes, seconds] = /^(?:(\d{1,3}):)?(\d{1,2}):(\d{2})$/.exec(plainDigits(text.trim())) ?? [];
  if (seconds === undefined || Number(minutes) > 59 || Number(seconds) > 59) return text;
  return Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds);
};

const two = (value: number) => String(value).padStart(2, '0');
const timeOf = (value: unknown): string =>
  typeof value === 'number'
    ? `${Math.floor(value / 3600)}:${two(Math.floor(value / 60) % 60)}:${two(value % 60)}`
    : String(value ?? '');

export const DurationInput = (props: { step: StepProps; path: string; label: string; hint?: string }) => (
  <TextInput {...props} format={timeOf} parse={secondsIn} />
);
