import * as v from 'valibot';
import { emailShape, registrationId } from '../fields';
import type { Answer, Answers, Form, Question } from './question';
import { calendarDay, line, rules } from './question-types';
import { signingSchema } from './signing-definition';

/** The questions that are asked in an event: of each person, or once for the order. */
export const questionsOf = (form: Form, eventId: string, of: Question['of']): readonly Question[] =>
  form.questions.filter(
    (question) => question.of === of && !question.retired && (question.events?.includes(eventId) ?? true),
  );

/**
 * The questions that somebody with these answers is asked. A question is hidden with the one it depends on: the answer to a
 * hidden question counts as none.
 */
export const visible = (form: Form, eventId: string, of: Question['of'], answers: Answers): readonly Question[] => {
  const shown = new Map<string, Question>();
  for (const question of questionsOf(form, eventId, of)) {
    const { showIf } = question;
    if (!showIf || (shown.has(showIf.question) && decides(answers[showIf.question], showIf.in)))
      shown.set(question.id, question);
  }
  return [...shown.values()];
};

const decides = (answer: Answer | undefined, wanted: readonly (string | true)[]): boolean =>
  wanted.some((one) => (Array.isArray(answer) ? answer.includes(one) : answer === one));

/** The answers without those to hidden questions. */
export const answersShown = (form: Form, eventId: string, of: Question['of'], answers: Answers): Answers =>
  Object.fromEntries(
    visible(form, eventId, of, answers).flatMap(({ id }) => {
      const answer = answers[id];
      return answer === undefined ? [] : [[id, answer]];
    }),
  );

/** The questions that must be answered by somebody with these answers, and are not. */
export const unanswered = (form: Form, eventId: string, of: Question['of'], answers: Answers): readonly Question[] =>
  visible(form, eventId, of, answers).filter(({ id, required }) => required && answers[id] === undefined);

/** Each known question, also retired and hidden ones: an answer to those is dropped, and not a fault. */
const answerFields = (form: Form, of: Question['of']) =>
  v.strictObject(
    Object.fromEntries(
      form.questions
        .filter((question) => question.of === of)
        .map((question) => [question.id, v.optional(rules[question.type].answer(question))]),
    ),
  );

const answersSchema = (form: Form, eventId: string, of: Question['of']) =>
  v.pipe(
    answerFields(form, of),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const answers = dataset.value as Answers;
      for (const { id } of unanswered(form, eventId, of, answers))
        addIssue({
          message: 'not-answered',
          path: [{ type: 'object', origin: 'value', input: answers, key: id, value: undefined }],
        });
    }),
  );

const makeEntrySchema = (form: Form, eventId: string) =>
  v.strictObject({
    people: v.pipe(
      v.array(
        v.strictObject({
          registrationId,
          firstName: line(60),
          lastName: line(60),
          email: v.pipe(v.string(), v.maxLength(254, 'too-long'), v.regex(emailShape, 'email')),
          birthDate: v.pipe(v.string(), v.regex(calendarDay, 'impossible-birth-date')),
          answers: answersSchema(form, eventId, 'person'),
          ...signingSchema(form),
        }),
      ),
      v.minLength(1),
      v.maxLength(8),
    ),
    order: v.strictObject({ answers: answersSchema(form, eventId, 'order') }),
  });

/** Everything that a registration says, for one person or a group. The first one pays. */
export type Entry = v.InferOutput<ReturnType<typeof makeEntrySchema>>;

const made = new WeakMap<Form, Map<string, ReturnType<typeof makeEntrySchema>>>();

/** The schema of an entry for this event. Made once for each form. */
export const entrySchema = (form: Form, eventId: string): ReturnType<typeof makeEntrySchema> => {
  const ofForm = made.get(form) ?? new Map<string, ReturnType<typeof makeEntrySchema>>();
  made.set(form, ofForm);
  const known = ofForm.get(eventId) ?? makeEntrySchema(form, eventId);
  ofForm.set(eventId, known);
  return known;
};
