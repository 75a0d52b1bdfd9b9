import * as v from 'valibot';
import { raceId, registrationId, typedText } from '../../api/fields';

const position = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(999));

/** `{ "listShort": { … } }`: lines of a race that could not be given, and uses of codes beyond their limit. */
export const listShortMessage = v.strictObject({
  listShort: v.strictObject({ raceId, after: v.optional(v.strictObject({ registrationId, position })) }),
});

/**
 * `{ "handOut": { … } }`: items of one registration are handed out. `undo`: they were not, after all, and why: it
 * stays in the audit, so it names no person.
 */
export const handOutMessage = v.strictObject({
  handOut: v.strictObject({
    registrationId,
    positions: v.pipe(v.array(position), v.minLength(1), v.maxLength(100)),
    undo: v.optional(typedText(200)),
    dryRun: v.optional(v.boolean(), false),
  }),
});
