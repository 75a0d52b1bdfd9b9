import { useState } from 'preact/hooks';
import { ErrorSummary } from '../form/error-summary';
import { Heading } from '../page/heading';
import * as words from '../texts/form';
import * as t from '../texts/page';
import { answered, textsOf } from './edit-draft';
import type { StepProps } from './person-step';
import { QuestionList } from './questions/question-list';
import { useQuestions } from './questions/use-questions';
import { answerFaults, isRight, type ReadPart } from './read-entry';

interface ExtrasStepProps extends StepProps {
  readonly part: ReadPart;
}

/** What is asked once for the whole order. */
export const ExtrasStep = (props: ExtrasStepProps) => {
  const { form, controller, filled, part, findings, news, note, doneWords, onBack, onDone } = props;
  const [round, setRound] = useState(0);
  const asked = useQuestions({
    form,
    questions: part.questions,
    own: part.answers,
    faults: answerFaults(form, part, 'order', findings),
    round,
    onType: (question, text) => controller.dispatch({ kind: 'edited', edit: answered('order', question, text) }),
  });
  const submit = (event: Event) => {
    event.preventDefault();
    if (isRight(part)) onDone();
    else setRound(round + 1);
  };
  return (
    <form class="sheet" onSubmit={submit} noValidate>
      <Heading>{words.extrasTitle}</Heading>
      <p class="lead">{words.extrasLead}</p>
      {note}
      <ErrorSummary lines={asked.lines} round={round} />
      <QuestionList {...{ form, asked, news }} texts={textsOf(filled, 'order')} />
      <div class="actions">
        <button type="submit" class="button">
          {doneWords}
        </button>
        <button type="button" class="plain" onClick={onBack}>
          {t.back}
        </button>
      </div>
    </form>
  );
};
