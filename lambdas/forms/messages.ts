import * as v from 'valibot';
import { email, eventId, prose, raceId, typedText } from '../api/fields';
import { formDefinition, language } from '../api/form/definition/definition';
import { documentKinds } from '../api/form/definition/document-kinds';
import { calendarDay } from '../api/form/definition/question-types';

const dryRun = v.optional(v.boolean(), false);

/** `{ "saveForm": { … } }`: keeps a form as the next revision of its race. */
export const saveFormMessage = v.strictObject({ saveForm: v.strictObject({ raceId, form: formDefinition, dryRun }) });

/** `{ "saveDocument": { … } }`: keeps a text that a form of the race can ask people to accept. */
export const saveDocumentMessage = v.strictObject({
  saveDocument: v.strictObject({
    raceId,
    kind: v.picklist(documentKinds),
    version: typedText(40),
    locale: language,
    text: prose(50_000),
    dryRun,
  }),
});

/** `{ "allowPerson": { … } }`: puts people on the list of an event, or takes them off. */
export const allowPersonMessage = v.strictObject({
  allowPerson: v.strictObject({
    raceId,
    eventId,
    people: v.pipe(
      v.array(
        v.strictObject({
          email,
          birthDate: v.optional(v.pipe(v.string(), v.regex(calendarDay, 'impossible-birth-date'))),
        }),
      ),
      v.minLength(1),
      v.maxLength(1000),
    ),
    isAllowed: v.optional(v.boolean(), true),
    dryRun,
  }),
});

/** `{ "publishForm": { … } }`: makes a saved revision the form of its race. */
export const publishFormMessage = v.strictObject({
  publishForm: v.strictObject({
    raceId,
    revision: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(999_999)),
    dryRun,
  }),
});
