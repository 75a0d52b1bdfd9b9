import { described, Field, FieldError } from '../form/field';
import type { Answers } from './use-answers';

interface IdentityFieldsProps {
  readonly answers: Answers;
  readonly emailHint: string;
  /** Shown, but not to be changed. */
  readonly isFixed?: boolean;
}

const birthBoxes = [
  ['birthDay', 'Day', 'bday-day', 2],
  ['birthMonth', 'Month', 'bday-month', 2],
  ['birthYear', 'Year', 'bday-year', 4],
] as const;

/** By what a runner is known again. */
export const IdentityFields = ({ answers: { box, errorOf }, emailHint, isFixed = false }: IdentityFieldsProps) => {
  const birthError = errorOf('birthDate');
  return (
    <>
      <div class="pair">
        <Field
          id="firstName"
          label="First name"
          error={errorOf('firstName')}
          input={{ ...box('firstName'), autoComplete: 'given-name', readOnly: isFixed }}
        />
        <Field
          id="lastName"
          label="Last name"
          error={errorOf('lastName')}
          input={{ ...box('lastName'), autoComplete: 'family-name', readOnly: isFixed }}
        />
      </div>
      <Field
        id="email"
        label="E-mail address"
        hint={emailHint}
        error={errorOf('email')}
        input={{
          ...box('email'),
          type: 'email',
          autoComplete: 'email',
          inputMode: 'email',
          spellcheck: false,
          readOnly: isFixed,
        }}
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
          {birthBoxes.map(([id, label, autoComplete, length]) => (
            <div key={id} class={`date-box date-box-${length}`}>
              <label for={id}>{label}</label>
              <input
                id={id}
                {...box(id, 'birthDate')}
                inputMode="numeric"
                autoComplete={autoComplete}
                maxLength={length}
                readOnly={isFixed}
                aria-invalid={birthError ? true : undefined}
              />
            </div>
          ))}
        </div>
      </fieldset>
    </>
  );
};
