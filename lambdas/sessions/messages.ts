import * as v from 'valibot';
import { typedRunner } from '../api/sessions';

/** A session as the pools keep it. Fields may be added if they are optional: older code meets newer sessions, and drops the rest. */
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
  // Not as strict as the API, which refuses what it does not know.
  draft: v.optional(
    v.object({ ...typedRunner.entries, companions: v.optional(v.array(v.object(typedRunner.entries))) }),
  ),
});
