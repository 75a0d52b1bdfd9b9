import * as v from 'valibot';
import { instant } from '../../fields';
import { sessionHold } from '../sessions';

// A file of its own, so that the page does not load the checks of what it sends.

const typed = (longest: number) => v.pipe(v.string(), v.maxLength(longest, 'too-long'));

/**
 * Answers to the questions of a form as typed so far, by the id of the question. Answers to sensitive
 * questions are kept nowhere: the ids of such questions begin with `private-`.
 */
const typedAnswers = v.pipe(
  v.record(
    v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,31}$/, 'question-id'), v.regex(/^(?!private-)/, 'sensitive')),
    typed(2000),
  ),
  v.maxEntries(64, 'too-many-questions'),
);

/** How many pieces of each variant of the form's items, by its id. */
const typedItems = v.pipe(
  v.record(v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,31}$/, 'question-id')), typed(2)),
  v.maxEntries(64, 'too-many-things'),
);

/** The form about one runner as typed so far, however wrong or incomplete. It has no field for card data. */
export const typedRunner = v.strictObject({
  firstName: typed(200),
  lastName: typed(200),
  email: typed(400),
  birthDay: typed(20),
  birthMonth: typed(20),
  birthYear: typed(20),
  gender: typed(20),
  emergencyContact: typed(400),
  answers: v.optional(typedAnswers),
  items: v.optional(typedItems),
});

/** What was typed about the runner who pays and about the other members of the group. */
export const typedDraft = v.strictObject({
  ...typedRunner.entries,
  companions: v.optional(v.pipe(v.array(typedRunner), v.maxLength(7, 'too-many-companions'))),
  /** The answers to what is asked once for the whole order. */
  order: v.optional(typedAnswers),
  /** The code that lowers the price, as typed. */
  code: v.optional(typed(64)),
  donation: v.optional(
    v.strictObject({
      cause: typed(32),
      amount: typed(20),
      fundraiser: v.optional(typed(48)),
      title: v.optional(typed(80)),
      isPublic: v.optional(v.boolean()),
    }),
  ),
});

/** The holds and the draft of this browser. */
export const session = v.strictObject({
  holds: v.array(sessionHold),
  draft: v.optional(typedDraft),
  /** The server's clock, for the countdown. */
  now: instant,
});

export type TypedDraft = v.InferOutput<typeof typedDraft>;
export type SessionMessage = v.InferOutput<typeof session>;
