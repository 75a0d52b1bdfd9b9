import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { questionsOf } from '../entry';
import { entryWithTeamSchema } from '../entry-with-team';
import { needsTeam } from '../team';
import { formDefinition } from './definition';
import type { Form } from './form';
import type { Question } from './question-types';

type Json = Readonly<Record<string, unknown>>;

const draft = 'https://json-schema.org/draft/2020-12/schema';

const json = (schema: v.GenericSchema<unknown, unknown>): Json => {
  const { $schema: _, ...rest } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode: 'input',
    errorMode: 'ignore',
    overrideAction: ({ valibotAction, jsonSchema }) =>
      'message' in valibotAction && valibotAction.message === 'twice'
        ? { ...jsonSchema, uniqueItems: true }
        : undefined,
  });
  return rest;
};

/** The JSON Schema (2020-12) of a form's definition. */
export const formJsonSchema = (): Json => ({ $schema: draft, $id: '/schemas/form.json', ...json(formDefinition) });

/** That a question is shown to somebody with these answers. `undefined`: to everybody. */
const shownIf = (question: Question, form: Form, eventId: string): Json | 'never' | undefined => {
  const { showIf } = question;
  if (!showIf) return undefined;
  const deciding = questionsOf(form, eventId, question.of).find(({ id }) => id === showIf.question);
  if (!deciding) return 'never';
  const before = shownIf(deciding, form, eventId);
  if (before === 'never') return 'never';
  const values = { enum: showIf.in };
  const answered = {
    required: [deciding.id],
    properties: { [deciding.id]: deciding.type === 'choices' ? { contains: values } : values },
  };
  return before ? { allOf: [before, answered] } : answered;
};

/** Which answers must be there, in an event. */
const requiredAnswers = (form: Form, eventId: string, of: Question['of']): Json => {
  const all = questionsOf(form, eventId, of).flatMap((question) => {
    if (!question.required) return [];
    const shown = shownIf(question, form, eventId);
    if (shown === 'never') return [];
    const answered = { required: [question.id] };
    return [shown ? { anyOf: [{ not: shown }, answered] } : answered];
  });
  return all.length > 0 ? { allOf: all } : {};
};

/**
 * The JSON Schema (2020-12) of the entries of a form: one definition for each event, by its id. It cannot say the bounds of a
 * date. An answer to a hidden question is allowed, and dropped.
 */
export const entryJsonSchema = (form: Form, eventIds: readonly string[], id: string): Json => {
  const [first = ''] = eventIds;
  const ofEvent = (eventId: string): Json => ({
    $ref: '#/$defs/entry',
    properties: {
      people: { items: { properties: { answers: requiredAnswers(form, eventId, 'person') } } },
      order: {
        properties: { answers: requiredAnswers(form, eventId, 'order') },
        ...(needsTeam(form, eventId) && { required: ['team'] }),
      },
    },
  });
  return {
    $schema: draft,
    $id: id,
    anyOf: eventIds.length > 0 ? eventIds.map((eventId) => ({ $ref: `#/$defs/${eventId}` })) : [false],
    $defs: {
      entry: json(entryWithTeamSchema(form, first)),
      ...Object.fromEntries(eventIds.map((eventId) => [eventId, ofEvent(eventId)])),
    },
  };
};
