import type { ComponentChildren } from 'preact';
import type { Form } from '../../../lambdas/api/form/definition/form';
import type { Controller } from '../flow/controller';
import { peopleOf } from '../flow/draft';
import type { Filled } from '../flow/events';
import { identityFields } from '../flow/runner';
import { ErrorSummary } from '../form/error-summary';
import { IdentityFields } from '../form/identity-fields';
import { StepForm } from '../form/step-form';
import { useAnswers } from '../form/use-answers';
import type { Fault } from '../http/failure';
import { Heading } from '../page/heading';
import { AllOrNone } from '../race/how-many';
import * as first from '../texts/first';
import * as t from '../texts/page';
import { answered, cleared, textsOf } from './edit-draft';
import { QuestionList } from './questions/question-list';
import { useQuestions } from './questions/use-questions';
import { answerFaults, identityFaults, isRight, type ReadPart } from './read-entry';

export interface StepProps {
  readonly form: Form;
  readonly controller: Pick<Controller, 'dispatch'>;
  readonly filled: Filled;
  /** What the server found wrong. */
  readonly findings: readonly Fault[];
  /** The ids of questions that the race began to ask while the form was filled in. */
  readonly news: readonly string[];
  /** Said above the form, and focused when it is new. */
  readonly note?: ComponentChildren;
  readonly doneWords: string;
  readonly onBack: () => void;
  readonly onDone: () => void;
}

interface PersonStepProps extends StepProps {
  /** Where nobody runs, what is said in place of what is said to runners. */
  readonly instead?: { readonly title: string; readonly lead: string; readonly emailHint: string };
  readonly part: ReadPart;
  /** The index of the person. 0 is the person who pays. */
  readonly who: number;
  readonly raceHref: string;
}

const leadOf = ({ filled: { draft }, who, raceHref }: PersonStepProps) => {
  const size = peopleOf(draft).length;
  const waited = draft.offer && who === 0 && <p class="lead">{first.waitedLead}</p>;
  if (who > 0) return <p class="lead">{first.companionLead}</p>;
  if (size === 1) return waited || <p class="lead">{t.runnerLead}</p>;
  return (
    <>
      <p class="lead">{first.payerLead}</p>
      <AllOrNone people={size} />
      {waited || (
        <p>
          {first.typedIsKept}
          <a href={raceHref}>{first.changePeople}</a>
        </p>
      )}
    </>
  );
};

/** The form about one person: who they are, and what the race asks them. */
export const PersonStep = (props: PersonStepProps) => {
  const { instead, form, controller, filled, part, who, findings, news, note, doneWords, onBack, onDone } = props;
  const people = peopleOf(filled.draft);
  const [payer] = people;
  const typed = people[who]?.typed ?? filled.draft.typed;
  const answers = useAnswers({
    typed,
    fields: identityFields,
    own: part.identity,
    faults: identityFaults(who, findings),
    onType: (field, text) => controller.dispatch({ kind: 'typed', who, field, text }),
  });
  const asked = useQuestions({
    form,
    questions: part.questions,
    own: part.answers,
    faults: answerFaults(form, part, who, findings),
    round: answers.round,
    onType: (question, text) => controller.dispatch({ kind: 'edited', edit: answered(who, question, text) }),
  });
  const another = who > 0 ? payer?.typed : undefined;
  const submit = () => {
    if (isRight(part)) onDone();
    else answers.judge();
  };
  return (
    <StepForm
      doneWords={doneWords}
      onSubmit={submit}
      onBack={who > 0 ? onBack : undefined}
      onClear={() => controller.dispatch({ kind: 'edited', edit: cleared(who) })}
    >
      <Heading>
        {instead?.title ?? (people.length > 1 ? first.runnerOf(who + 1, people.length) : t.runnerTitle)}
      </Heading>
      {instead ? <p class="lead">{instead.lead}</p> : leadOf(props)}
      {note}
      <ErrorSummary lines={[...answers.lines, ...asked.lines]} round={answers.round + findings.length} />
      <IdentityFields
        answers={answers}
        isFixed={filled.draft.offer !== undefined && who === 0}
        isAnother={who > 0}
        isShort={form.isShort}
        emailHint={instead?.emailHint ?? (who > 0 ? t.emailHintOfAnother : t.emailHint)}
        emailOffer={
          another?.email &&
          another.email !== typed.email && (
            <button
              type="button"
              class="plain email-offer"
              onClick={() => {
                controller.dispatch({ kind: 'typed', who, field: 'email', text: another.email });
                document.getElementById('email')?.focus();
              }}
            >
              {t.sameAddress(another.firstName.trim(), another.email)}
            </button>
          )
        }
      />
      <QuestionList {...{ form, asked, news }} texts={textsOf(filled, who)} />
    </StepForm>
  );
};
