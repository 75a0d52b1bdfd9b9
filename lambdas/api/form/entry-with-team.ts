import * as v from 'valibot';
import { teamId } from '../fields';
import { collectedSchema } from './collected';
import type { Form } from './definition/form';
import { line } from './definition/question-types';
import { signingSchema } from './definition/signing-definition';
import { makeEntrySchema } from './entry';
import { hasLegs, maxLegs, maxTeamNameLength, type TeamWish, teamKindsOf } from './team';

/** JSON Schema has no choice among nothing: its place is taken by a text that no text is. */
const kindOf = (form: Form) => {
  const ids = (form.teams?.kinds ?? []).filter(({ retired }) => !retired).map(({ id }) => id);
  return ids.length > 0 ? v.picklist(ids, 'not-an-option') : v.pipe(v.string(), v.regex(/(?!)/, 'not-an-option'));
};

/** The kinds of the whole race: what this event does not have is a fault of its own, as with items. */
const wishSchema = (form: Form, eventId: string) =>
  v.optional(
    v.pipe(
      v.union([
        v.strictObject({ create: v.strictObject({ kind: kindOf(form), name: line(maxTeamNameLength) }) }),
        v.strictObject({
          join: v.strictObject({
            id: teamId,
            code: v.pipe(v.string(), v.minLength(1), v.maxLength(40)),
          }),
        }),
      ]),
      v.check((wish: TeamWish) => {
        const here = teamKindsOf(form, eventId);
        return 'create' in wish ? here.some(({ id }) => id === wish.create.kind) : here.length > 0;
      }, 'not-an-option'),
    ),
  );

/** The leg of a relay that somebody runs. Which of them are free, the quote says. */
const legSchema = (form: Form) => ({
  ...signingSchema(form),
  ...(hasLegs(form) && {
    leg: v.optional(v.pipe(v.number(), v.integer('whole-number'), v.minValue(1), v.maxValue(maxLegs))),
  }),
});

type Made = ReturnType<typeof make>;
const make = (form: Form, eventId: string) =>
  makeEntrySchema(form, eventId, legSchema(form), {
    team: wishSchema(form, eventId),
    collected: collectedSchema,
  });
const made = new WeakMap<Form, Map<string, Made>>();

/**
 * The schema of an entry for this event, with the team that it is for, and with who collects the donation. The page adds both
 * in scripts of their own, so it reads entries without them.
 */
export const entryWithTeamSchema = (form: Form, eventId: string): Made => {
  const ofForm = made.get(form) ?? new Map<string, Made>();
  made.set(form, ofForm);
  const known = ofForm.get(eventId) ?? make(form, eventId);
  ofForm.set(eventId, known);
  return known;
};
