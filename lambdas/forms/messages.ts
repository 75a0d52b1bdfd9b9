import * as v from 'valibot';
import { raceId } from '../api/fields';
import { formDefinition } from '../api/form/definition';

const dryRun = v.optional(v.boolean(), false);

/** `{ "saveForm": { … } }`: keeps a form as the next revision of its race. */
export const saveFormMessage = v.strictObject({ saveForm: v.strictObject({ raceId, form: formDefinition, dryRun }) });

/** `{ "publishForm": { … } }`: makes a saved revision the form of its race. */
export const publishFormMessage = v.strictObject({
  publishForm: v.strictObject({
    raceId,
    revision: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(999_999)),
    dryRun,
  }),
});
