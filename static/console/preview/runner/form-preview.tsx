import { render } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { formDefinition } from '../../../../lambdas/api/form/definition/definition';
import type { Form } from '../../../../lambdas/api/form/definition/form';
import { offered } from '../../../../lambdas/api/form/extras';
import { read } from '../../../../lambdas/api/read';
import { answered, taken, textsOf } from '../../../src/entry/edit-draft';
import { QuestionList } from '../../../src/entry/questions/question-list';
import { useQuestions } from '../../../src/entry/questions/use-questions';
import { readEntry } from '../../../src/entry/read-entry';
import { Items } from '../../../src/extras/items';
import { newDraft } from '../../../src/flow/draft';
import type { Filled } from '../../../src/flow/events';
import sheet from '../../../style/entry.css';
import * as f from '../../texts/form-editor';
import type { PreviewScript, TriedForm } from '../world';

const registrationId = '01890000-0000-7000-8000-000000000000';

const filledFor = (eventId: string, currency: string): Filled => ({
  draft: {
    ...newDraft([registrationId], eventId),
    // What is shown of a hold beside a form is the currency.
    hold: {
      ...{ registrationId, eventId, raceId: 'preview', hold: '', expiresAt: '', now: '' },
      quote: { currency, lines: [], total: 0 },
      waiver: { version: '', text: '', hash: '' },
    },
  },
});

const Tried = ({ form, eventId, currency }: { form: Form; eventId: string; currency: string }) => {
  const [filled, setFilled] = useState(() => filledFor(eventId, currency));
  const entry = readEntry(form, filled, new Date().toISOString().slice(0, 10));
  const part = entry.people[0];
  const asked = useQuestions({
    form,
    questions: part?.questions ?? [],
    own: part?.answers ?? {},
    faults: {},
    round: 0,
    onType: (question, text) => setFilled((before) => answered(0, question, text)(before)),
  });
  const isNothing = asked.questions.length === 0 && offered(form, eventId).length === 0;
  return (
    <>
      <link rel="stylesheet" href={sheet} />
      {isNothing && <p>{f.previewNothing}</p>}
      <QuestionList form={form} asked={asked} texts={textsOf(filled, 0)} />
      <Items
        {...{ form, filled }}
        who={0}
        errors={{}}
        stock={undefined}
        onTake={(counts) => setFilled((before) => taken(0, counts)(before))}
      />
    </>
  );
};

const FormPreview = ({ form: content, eventId, currency }: TriedForm) => {
  const answer = useMemo(() => read(formDefinition, content), [JSON.stringify(content)]);
  if (!('output' in answer)) return <p class="quiet">{f.previewWrong}</p>;
  return <Tried key={eventId} form={answer.output as Form} {...{ eventId, currency }} />;
};

export const showForm: PreviewScript['showForm'] = (place, tried) =>
  render(tried ? <FormPreview {...tried} /> : null, place);
