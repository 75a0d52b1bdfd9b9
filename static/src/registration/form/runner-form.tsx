import type { ComponentChildren } from 'preact';
import type { Typed, TypedField } from '../../flow/draft';
import { type ReadRunner, type RunnerErrors, runnerFields } from '../../flow/runner';
import { ErrorSummary } from '../../form/error-summary';
import { Field, FieldGroup } from '../../form/field';
import { IdentityFields } from '../../form/identity-fields';
import { StepForm } from '../../form/step-form';
import { useAnswers } from '../../form/use-answers';
import { Heading } from '../../page/heading';
import * as t from '../../texts/page';

interface RunnerFormProps {
  readonly title?: string;
  /** Replaces the usual text above the form. */
  readonly lead?: ComponentChildren;
  readonly typed: Typed;
  /** The identity is read-only; only the rest is asked for. */
  readonly isFixed?: boolean;
  /** The result of checking `typed`. */
  readonly read: ReadRunner;
  /**
   * Set if the form is about somebody else: the e-mail address and first name of the person who types, to offer the same
   * address.
   */
  readonly another?: { readonly email: string; readonly of: string };
  readonly doneWords?: string;
  /** The errors from the server, by field. */
  readonly faults: RunnerErrors;
  readonly onType: (field: TypedField, text: string) => void;
  readonly onClear: () => void;
  readonly onBack?: () => void;
  readonly onDone: () => void;
}

const genders = ['female', 'male', 'non-binary'] as const;

const usualLead = () => <p class="lead">{t.runnerLead}</p>;

/** The form about one runner. */
export const RunnerForm = (props: RunnerFormProps) => {
  const { title = t.runnerTitle, lead = usualLead(), typed, isFixed = false, read, faults, onType } = props;
  const { another, doneWords = t.toWaiver } = props;
  const own: RunnerErrors = read.kind === 'errors' ? read.errors : {};
  const answers = useAnswers({ typed, fields: runnerFields, own, faults, onType });
  const { errorOf, box } = answers;

  const submit = () => {
    if (read.kind === 'runner') props.onDone();
    else answers.judge();
  };

  return (
    <StepForm {...{ doneWords }} onSubmit={submit} onBack={props.onBack} onClear={props.onClear}>
      <Heading>{title}</Heading>
      {lead}
      <ErrorSummary lines={answers.lines} round={answers.round + Object.keys(faults).length} />
      <IdentityFields
        answers={answers}
        isFixed={isFixed}
        isAnother={another !== undefined}
        emailHint={another ? t.emailHintOfAnother : t.emailHint}
        emailOffer={
          another?.email &&
          another.email !== typed.email && (
            <button
              type="button"
              class="plain email-offer"
              onClick={() => {
                onType('email', another.email);
                document.getElementById('email')?.focus();
              }}
            >
              {t.sameAddress(another.of, another.email)}
            </button>
          )
        }
      />
      <FieldGroup id="gender" legend={t.labels.gender} hint={t.genderHint} error={errorOf('gender')}>
        <div class="choices">
          {genders.map((value) => (
            <label key={value} class="choice" for={`gender-${value}`}>
              <input
                type="radio"
                id={`gender-${value}`}
                name="gender"
                value={value}
                checked={typed.gender === value}
                onChange={() => onType('gender', value)}
              />
              {t.genders[value]}
            </label>
          ))}
        </div>
      </FieldGroup>
      <Field
        id="emergencyContact"
        label={t.labels.emergencyContact}
        hint={t.contactHint}
        error={errorOf('emergencyContact')}
        input={{ ...box('emergencyContact'), autoComplete: 'off' }}
      />
    </StepForm>
  );
};
