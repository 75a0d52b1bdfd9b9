import * as v from 'valibot';
import { sessionHold } from '../../../lambdas/api/messages/sessions';
import { typed } from './draft';

/** What this page reads of the server's session. What was typed into a form that it does not know is left alone. */
export const session = v.object({
  holds: v.array(sessionHold),
  draft: v.optional(v.object({ ...typed.entries, companions: v.optional(v.array(typed)) })),
  now: v.string(),
});
