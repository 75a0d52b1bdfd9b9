import type { ComponentChildren } from 'preact';
import { described, Field, Notes } from '../../src/form/field';

export { Field };

interface ChoiceProps {
  readonly id: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly value: string;
  readonly choices: readonly (readonly [value: string, label: string])[];
  readonly onChange: (value: string) => void;
}

/** A list that opens, to choose one of its items. */
export const Choice = ({ id, label, hint, error, value, choices, onChange }: ChoiceProps) => (
  <Labelled id={id} label={label} hint={hint} error={error}>
    <select
      id={id}
      value={value}
      aria-invalid={error ? true : undefined}
      aria-describedby={described(id, hint, error)}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      {choices.map(([one, words]) => (
        <option key={one} value={one}>
          {words}
        </option>
      ))}
    </select>
  </Labelled>
);

interface LabelledProps {
  readonly id: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly children: ComponentChildren;
}

/** Label, hint and error above an input. */
export const Labelled = ({ id, label, hint, error, children }: LabelledProps) => (
  <div class="field" data-wrong={error ? '' : undefined}>
    <label for={id}>{label}</label>
    <Notes {...{ id, hint, error }} />
    {children}
  </div>
);
