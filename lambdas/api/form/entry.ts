import * as v from 'valibot';
import { emailShape, registrationId } from '../fields';
import type { Form } from './definition/form';
import type { Answer, Answers } from './definition/question';
import type { Question } from './definition/question-types';
import { calendarDay, line, rules } from './definition/question-types';
import type { signingSchema } from './definition/signing-definition';
import { type Chosen, causesOf, type Item, maxPerPersonOf, maxPieces, offered } from './extras';

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

/** JSON Schema has no choice among nothing: its place is taken by a text that no text is. */
const oneOf = (ids: readonly string[]) =>
  ids.length > 0 ? v.picklist(ids, 'not-an-option') : v.pipe(v.string(), v.regex(/(?!)/, 'not-an-option'));

const quantity = v.pipe(v.number(), v.integer('whole-number'), v.minValue(1), v.maxValue(maxPieces));

/** The variants of the form that can be chosen in some event. What this event does not offer is a fault of its own. */
const itemsSchema = (form: Form, eventId: string) => {
  const here = offered(form, eventId);
  const known = (form.items ?? []).flatMap(({ variants }) =>
    variants.filter(({ retired }) => !retired).map(({ id }) => id),
  );
  return v.optional(
    v.pipe(
      v.array(
        v.strictObject({
          variant: oneOf(known),
          quantity,
        }),
      ),
      v.maxLength(maxPieces),
      v.rawCheck(({ dataset, addIssue }) => {
        if (!dataset.typed) return;
        const chosen = dataset.value;
        const addFault = (n: number, message: string) =>
          addIssue({ message, path: [{ type: 'array', origin: 'value', input: chosen, key: n, value: chosen[n] }] });
        const taken = new Map<string, number>();
        let pieces = 0;
        for (const [n, { variant, quantity }] of chosen.entries()) {
          const item = here.find(({ variants }) => variants.some(({ id }) => id === variant));
          if (item) {
            const of = (taken.get(item.id) ?? 0) + quantity;
            taken.set(item.id, of);
            if (of > maxPerPersonOf(item)) addFault(n, 'too-many-pieces');
          } else if (known.includes(variant)) addFault(n, 'not-an-option');
          if (chosen.findIndex((one) => one.variant === variant) < n) addFault(n, 'twice');
          pieces += quantity;
        }
        if (pieces > maxPieces) addFault(chosen.length - 1, 'too-many-pieces');
      }),
    ),
  );
};

/** What one person takes, and which of the included items they go without. */
export interface Taken {
  readonly items?: readonly Chosen[] | undefined;
  readonly without?: readonly string[] | undefined;
}

const isTaken = ({ variants }: Item, { items = [] }: Taken): boolean =>
  items.some(({ variant }) => variants.some(({ id }) => id === variant));

/** The items that are a part of the entry, and of which nothing was chosen: which size should be handed out? */
export const includedMissing = (form: Form, eventId: string, taken: Taken): readonly Item[] =>
  offered(form, eventId).filter((item) => item.included && !isTaken(item, taken) && !taken.without?.includes(item.id));

/** Somebody may go without what is included: of all its sizes there may be none left. Nobody goes without what they take. */
const withoutSchema = (form: Form) =>
  v.optional(
    v.pipe(
      v.array(oneOf((form.items ?? []).flatMap(({ id, included }) => (included ? [id] : [])))),
      v.maxLength(maxPieces),
    ),
  );

const goesWithoutOnce = (form: Form, eventId: string, taken: Taken): boolean => {
  const { without = [] } = taken;
  return (
    new Set(without).size === without.length &&
    !offered(form, eventId).some((item) => without.includes(item.id) && isTaken(item, taken))
  );
};

const donationSchema = (form: Form) =>
  v.optional(
    v.pipe(
      v.strictObject({
        cause: oneOf(causesOf(form).map(({ id }) => id)),
        amount: v.pipe(v.number(), v.integer('whole-number'), v.minValue(1)),
      }),
      v.forward(
        v.check(({ cause, amount }) => {
          const of = causesOf(form).find(({ id }) => id === cause);
          return of !== undefined && amount >= of.least && amount <= of.most;
        }, 'not-within'),
        ['amount'],
      ),
    ),
  );

type SigningFields = ReturnType<typeof signingSchema>;

/** `signing`: what people say about signing. `more`: what the order has besides answers and donation. */
export const makeEntrySchema = <M extends v.ObjectEntries = Record<never, never>>(
  form: Form,
  eventId: string,
  signing: SigningFields,
  more: M = {} as M,
) =>
  v.strictObject({
    people: v.pipe(
      v.array(
        v.pipe(
          v.strictObject({
            registrationId,
            firstName: line(60),
            lastName: line(60),
            email: v.pipe(v.string(), v.maxLength(254, 'too-long'), v.regex(emailShape, 'email')),
            birthDate: form.isShort
              ? v.optional(v.literal(''), '')
              : v.pipe(v.string(), v.regex(calendarDay, 'impossible-birth-date')),
            answers: answersSchema(form, eventId, 'person'),
            items: itemsSchema(form, eventId),
            without: withoutSchema(form),
            ...signing,
          }),
          v.forward(
            v.check((taken) => includedMissing(form, eventId, taken).length === 0, 'included-missing'),
            ['items'],
          ),
          v.forward(
            v.check((taken) => goesWithoutOnce(form, eventId, taken), 'twice'),
            ['without'],
          ),
        ),
      ),
      v.minLength(1),
      v.maxLength(8),
    ),
    order: v.strictObject({ answers: answersSchema(form, eventId, 'order'), donation: donationSchema(form), ...more }),
  });

type PlainSchema = ReturnType<typeof makeEntrySchema<Record<never, never>>>;

/** Everything that a registration says, for one person or a group. The first one pays. */
export type Entry = v.InferOutput<PlainSchema>;

/** Makes schemas of entries for an event, each once for its form. */
export const schemasWith = (signingOf: (form: Form) => SigningFields) => {
  const made = new WeakMap<Form, Map<string, PlainSchema>>();
  return (form: Form, eventId: string): PlainSchema => {
    const ofForm = made.get(form) ?? new Map<string, PlainSchema>();
    made.set(form, ofForm);
    const known = ofForm.get(eventId) ?? makeEntrySchema(form, eventId, signingOf(form));
    ofForm.set(eventId, known);
    return known;
  };
};

/** The schema of an entry for this event before anybody signed: the page asks for that in a step of its own. */
export const unsignedEntrySchema = schemasWith(() => ({}) as SigningFields);

/**
 * The entry as it is signed and stored: without answers to questions that are not asked. `dropped`: the paths of those. The
 * entry fits the form.
 */
export const withoutHidden = (
  form: Form,
  eventId: string,
  entry: Entry,
): { readonly entry: Entry; readonly dropped: readonly string[] } => {
  const dropped: string[] = [];
  const shown = <A extends Entry['order']['answers']>(of: Question['of'], answers: A, path: string): A => {
    const kept = answersShown(form, eventId, of, answers as Answers);
    for (const id of Object.keys(answers)) if (!(id in kept)) dropped.push(`${path}.answers.${id}`);
    return kept as A;
  };
  const people = entry.people.map((person, n) => ({
    ...person,
    answers: shown('person', person.answers, `people.${n}`),
  }));
  return {
    entry: { people, order: { ...entry.order, answers: shown('order', entry.order.answers, 'order') } },
    dropped,
  };
};
