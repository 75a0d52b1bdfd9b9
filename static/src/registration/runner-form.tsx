import { useState } from 'preact/hooks';
import type { Draft, TypedField } from '../flow/draft';
import { type RunnerErrors, type RunnerField, readRunner, runnerFields } from '../flow/runner';
import { afterPress } from '../form/after-press';
import { ErrorSummary } from '../form/error-summary';
import { described, Field, FieldError } from '../form/field';
import { Heading } from '../page/heading';

interface RunnerFormProps {
  readonly draft: Draft;
  readonly today: string;
  /** What the server found wrong, by field. */
  readonly faults: RunnerErrors;
  readonly onType: (field: TypedField, text: string) => void;
  readonly onClear: () => void;
  readonly onDone: () => void;
}

const firstBox: Record<RunnerField, string> = {
  firstName: 'firstName',
  lastName: 'lastName',
  email: 'email',
  birthDate: 'birthDay',
  gender: 'gender-female',
  emergencyContact: 'emergencyContact',
};

const genders = [
  ['female', 'Women'],
  ['male', 'Men'],
  ['non-binary', 'Non-binary'],
] as const;

export const RunnerForm = ({ draft, today, faults, onType, onClear, onDone }: RunnerFormProps) => {
  const [left, setLeft] = useState<readonly RunnerField[]>([]);
  const [round, setRound] = useState(0);
  const [typedSince, setTypedSince] = useState<readonly RunnerField[]>([]);
  const { typed } = draft;
  const read = readRunner(typed, today);
  const own: RunnerErrors = read.kind === 'errors' ? read.errors : {};

  const errorOf = (field: RunnerField): string | undefined =>
    round > 0 || left.includes(field) ? (own[field] ?? fault(field)) : fault(field);
  const fault = (field: RunnerField) => (typedSince.includes(field) ? undefined : faults[field]);

  const box = (field: TypedField, of: RunnerField = field as RunnerField) => ({
    name: field,
    value: typed[field],
    onInput: (event: { currentTarget: HTMLInputElement }) => {
      onType(field, event.currentTarget.value);
      if (!typedSince.includes(of)) setTypedSince([...typedSince, of]);
    },
    onBlur: (event: FocusEvent) => leave(of, event),
  });

  /** A box left empty on the way to another is no mistake yet; and a date is judged when all of it was left. */
  const leave = (field: RunnerField, { relatedTarget, currentTarget }: FocusEvent) => {
    const group = currentTarget instanceof Element ? currentTarget.closest('fieldset') : null;
    if (group && relatedTarget instanceof Node && group.contains(relatedTarget)) return;
    const isEmpty = currentTarget instanceof HTMLInputElement && currentTarget.value === '';
    if (!isEmpty) afterPress(() => setLeft((before) => (before.includes(field) ? before : [...before, field])));
  };

  const submit = (event: Event) => {
    event.preventDefault();
    if (read.kind === 'runner') onDone();
    else setRound(round + 1);
  };

  const lines = runnerFields.flatMap((field) => {
    const message = round > 0 || Object.keys(faults).length > 0 ? errorOf(field) : undefined;
    return message ? [{ to: firstBox[field], message }] : [];
  });

  const birthError = errorOf('birthDate');
  const genderError = errorOf('gender');
  return (
    <form class="sheet" onSubmit={submit} noValidate>
      <Heading>Who will run?</Heading>
      <p class="lead">Kept in this browser while you type, so nothing is lost by a reload.</p>
      <ErrorSummary lines={lines} round={round} />
      <div class="pair">
        <Field
          id="firstName"
          label="First name"
          error={errorOf('firstName')}
          input={{ ...box('firstName'), autoComplete: 'given-name' }}
        />
        <Field
          id="lastName"
          label="Last name"
          error={errorOf('lastName')}
          input={{ ...box('lastName'), autoComplete: 'family-name' }}
        />
      </div>
      <Field
        id="email"
        label="E-mail address"
        hint="Your confirmation goes here."
        error={errorOf('email')}
        input={{ ...box('email'), type: 'email', autoComplete: 'email', inputMode: 'email', spellcheck: false }}
      />
      <fieldset
        class="field"
        data-wrong={birthError ? '' : undefined}
        aria-describedby={described('birthDate', true, birthError)}
      >
        <legend>Date of birth</legend>
        <p class="hint" id="birthDate-hint">
          For example 17 5 1990. It decides your age group.
        </p>
        {birthError && <FieldError id="birthDate">{birthError}</FieldError>}
        <div class="date-boxes">
          {(
            [
              ['birthDay', 'Day', 'bday-day', 2],
              ['birthMonth', 'Month', 'bday-month', 2],
              ['birthYear', 'Year', 'bday-year', 4],
            ] as const
          ).map(([id, label, autoComplete, length]) => (
            <div key={id} class={`date-box date-box-${length}`}>
              <label for={id}>{label}</label>
              <input
                id={id}
                {...box(id, 'birthDate')}
                inputMode="numeric"
                autoComplete={autoComplete}
                maxLength={length}
                aria-invalid={birthError ? true : undefined}
              />
            </div>
          ))}
        </div>
      </fieldset>
      <fieldset
        class="field"
        data-wrong={genderError ? '' : undefined}
        aria-describedby={described('gender', true, genderError)}
      >
        <legend>Results list</legend>
        <p class="hint" id="gender-hint">
          Where start lists and results put you.
        </p>
        {genderError && <FieldError id="gender">{genderError}</FieldError>}
        <div class="choices">
          {genders.map(([value, label]) => (
            <label key={value} class="choice" for={`gender-${value}`}>
              <input
                type="radio"
                id={`gender-${value}`}
                name="gender"
                value={value}
                checked={typed.gender === value}
                onChange={() => onType('gender', value)}
              />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      <Field
        id="emergencyContact"
        label="Emergency contact"
        hint="A name and a telephone number we can call on the day."
        error={errorOf('emergencyContact')}
        input={{ ...box('emergencyContact'), autoComplete: 'off' }}
      />
      <div class="actions">
        <button type="submit" class="button">
          Continue to the waiver
        </button>
        <button type="button" class="plain" onClick={onClear}>
          Clear what I typed
        </button>
      </div>
    </form>
  );
};
