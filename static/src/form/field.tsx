import type { ComponentChildren, InputHTMLAttributes } from 'preact';
import * as t from '../texts/page';

interface FieldProps {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly class?: string;
  readonly input: InputHTMLAttributes<HTMLInputElement>;
}

/** The value of `aria-describedby` for an input with or without hint and error. */
export const described = (id: string, hint: unknown, error: unknown) =>
  [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ') || undefined;

export const FieldError = ({ id, children }: { id: string; children: ComponentChildren }) => (
  <p class="field-error" id={`${id}-error`}>
    <span class="aside-for-readers">{t.errorMark}</span>
    {children}
  </p>
);

/** What is said between a label and its boxes. */
export const Notes = ({ id, hint, error }: { id: string; hint?: string | undefined; error?: string | undefined }) => (
  <>
    {hint && (
      <p class="hint" id={`${id}-hint`}>
        {hint}
      </p>
    )}
    {error && <FieldError id={id}>{error}</FieldError>}
  </>
);

interface FieldGroupProps {
  readonly id: string;
  readonly legend: ComponentChildren;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** Legend, hint, error and several boxes. */
export const FieldGroup = ({ id, legend, hint, error, class: name = '', children }: FieldGroupProps) => (
  <fieldset class={`field ${name}`} data-wrong={error ? '' : undefined} aria-describedby={described(id, hint, error)}>
    <legend>{legend}</legend>
    <Notes {...{ id, hint, error }} />
    {children}
  </fieldset>
);

/** Label, hint, error and input. */
export const Field = ({ id, label, hint, error, class: name = '', input }: FieldProps) => (
  <div class={`field ${name}`} data-wrong={error ? '' : undefined}>
    <label for={id}>{label}</label>
    <Notes {...{ id, hint, error }} />
    <input id={id} aria-invalid={error ? true : undefined} aria-describedby={described(id, hint, error)} {...input} />
  </div>
);
