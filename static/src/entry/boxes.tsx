import { described, Field, Notes } from '../form/field';

interface Option {
  readonly id: string;
  readonly name: string;
  readonly isOff?: boolean | undefined;
}

interface RadiosProps {
  /** Of the first button; the others add their own id. */
  readonly id: string;
  readonly options: readonly Option[];
  /** The ids that are chosen. */
  readonly chosen: readonly string[];
  /** Several can be chosen. */
  readonly isMany?: boolean;
  readonly onChoose: (id: string) => void;
  readonly onBlur?: (event: FocusEvent) => void;
}

export const boxId = (id: string, of: string, n: number): string => (n === 0 ? id : `${id}-${of}`);

/** Radio buttons, or boxes to check. */
export const Radios = ({ id, options, chosen, isMany, onChoose, onBlur }: RadiosProps) => (
  <div class="choices">
    {options.map((option, n) => (
      <label key={option.id} class="choice" for={boxId(id, option.id, n)}>
        <input
          type={isMany ? 'checkbox' : 'radio'}
          id={boxId(id, option.id, n)}
          name={id}
          checked={chosen.includes(option.id)}
          disabled={option.isOff}
          onChange={() => onChoose(option.id)}
          {...(onBlur && { onBlur })}
        />
        {option.name}
      </label>
    ))}
  </div>
);

interface SelectFieldProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly error?: string | undefined;
  readonly options: readonly Option[];
  readonly onChoose: (id: string) => void;
}

/** A list that opens, with its label. */
export const SelectField = ({ id, label, value, error, options, onChoose }: SelectFieldProps) => (
  <div class="field" data-wrong={error ? '' : undefined}>
    <label for={id}>{label}</label>
    <Notes {...{ id, error }} />
    <select
      id={id}
      value={value}
      aria-invalid={error ? true : undefined}
      aria-describedby={described(id, undefined, error)}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    >
      {options.map((option) => (
        <option key={option.id} value={option.id} disabled={option.isOff}>
          {option.name}
        </option>
      ))}
    </select>
  </div>
);

interface AmountFieldProps {
  readonly id: string;
  readonly label: string;
  readonly text: string;
  readonly error: string | undefined;
  readonly onType: (text: string) => void;
}

/** The box for an amount. */
export const AmountField = ({ id, label, text, error, onType }: AmountFieldProps) => (
  <Field
    {...{ id, label, error }}
    input={{
      value: text,
      inputMode: 'decimal',
      autoComplete: 'off',
      onInput: ({ currentTarget: { value } }) => onType(value),
    }}
  />
);
