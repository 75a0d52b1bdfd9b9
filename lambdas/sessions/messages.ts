import * as v from 'valibot';
import { typedDraft, typedRunner } from '../api/messages/form/typed-draft';

/**
 * A session as the pools store it. New fields must be optional: older code reads newer sessions and drops what it does
 * not know.
 */
export const sessionMessage = v.object({
  holds: v.array(
    v.object({
      registrationId: v.string(),
      raceId: v.string(),
      eventId: v.string(),
      companions: v.optional(v.array(v.string())),
      token: v.string(),
      expiresAt: v.number(),
    }),
  ),
  // Less strict than the API, which refuses unknown fields.
  draft: v.optional(
    v.object({
      ...typedRunner.entries,
      companions: v.optional(v.array(v.object(typedRunner.entries))),
      order: typedDraft.entries.order,
    }),
  ),
});
