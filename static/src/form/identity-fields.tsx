import type { ComponentChildren } from 'preact';
import { described, Field, FieldError } from './field';
import type { Answers } from './use-answers';

interface IdentityFieldsProps {
  readonly answers: Answers;
  readonly emailHint: string;
  /** Read-only. */
  readonly isFixed?: boolean;
  /** The form is about somebody else than the person who types, so the browser must not fill it in. */
  readonly isAnother?: boolean;
  /** Shown below the e-mail address: a button that fills it in. */
  readonly emailOffer?: ComponentChildren;
}

const birthBoxes = [
  ['birthDay', 'Day', 'bday-day', 2],
  ['birthMonth', 'Month', 'bday-month', 2],
  ['birthYear', 'Year', 'bday-year', 4],
] as const;

/** The inputs that identify a runner. */
export const IdentityFields = (props: IdentityFieldsProps) => {
  const { emailHint, isFixed = false, isAnother = false } = props;
  const { box, errorOf } = props.answers;
  const birthError = errorOf('birthDate');
  const known = (autoComplete: string) => (isAnother ? 'off' : autoComplete);
  return (
    <>
      <div class="pair">
        <Field
          id="firstName"
          label="First name"
          error={errorOf('firstName')}
          input={{ ...box('firstName'), autoComplete: known('given-name'), readOnly: isFixed }}
        />
        <Field
          id="lastName"
          label="Last name"
          error={errorOf('lastName')}
          input={{ ...box('lastName'), autoComplete: known('family-name'), readOnly: isFixed }}
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
          autoComplete: known('email'),
          inputMode: 'email',
          spellcheck: false,
          readOnly: isFixed,
        }}
      />
      {props.emailOffer}
      <fieldset
        class="field"
        data-wrong={birthError ? '' : undefined}
        aria-describedby={described('birthDate', true, birthError)}
      >
        <legend>Date of birth</legend>
        <p class="hint" id="birthDate-hint">
          For example 17 5 1990. It decides the age group.
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
                autoComplete={known(autoComplete)}
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
