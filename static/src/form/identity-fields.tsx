import type { ComponentChildren } from 'preact';
import * as t from '../texts/page';
import { Field, FieldGroup } from './field';
import type { Answers } from './use-answers';

interface IdentityFieldsProps {
  readonly answers: Answers;
  readonly emailHint: string;
  /** Read-only. */
  readonly isFixed?: boolean;
  /** The form is about somebody else than the person who types, so the browser must not fill it in. */
  readonly isAnother?: boolean;
  /** Nobody runs, so nobody is asked when they were born. */
  readonly isShort?: boolean | undefined;
  /** Shown below the e-mail address: a button that fills it in. */
  readonly emailOffer?: ComponentChildren;
}

const birthBoxes = [
  ['birthDay', 'bday-day', 2],
  ['birthMonth', 'bday-month', 2],
  ['birthYear', 'bday-year', 4],
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
          label={t.labels.firstName}
          error={errorOf('firstName')}
          input={{ ...box('firstName'), autoComplete: known('given-name'), readOnly: isFixed }}
        />
        <Field
          id="lastName"
          label={t.labels.lastName}
          error={errorOf('lastName')}
          input={{ ...box('lastName'), autoComplete: known('family-name'), readOnly: isFixed }}
        />
      </div>
      <Field
        id="email"
        label={t.labels.email}
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
      {!props.isShort && (
        <FieldGroup id="birthDate" legend={t.labels.birthDate} hint={t.birthHint} error={birthError}>
          <div class="date-boxes">
            {birthBoxes.map(([id, autoComplete, length]) => (
              <div key={id} class={`date-box date-box-${length}`}>
                <label for={id}>{t.birthBoxes[id]}</label>
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
        </FieldGroup>
      )}
    </>
  );
};
