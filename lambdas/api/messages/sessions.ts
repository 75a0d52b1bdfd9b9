import * as v from 'valibot';
import { eventId, instant, raceId, registrationId, token } from '../fields';

/**
 * The header in which a page names the secret of its session: 32 random bytes in base64url, made before its first
 * request.
 */
export const secretHeader = 'x-startline-secret';

export const sessionHold = v.strictObject({
  registrationId,
  raceId,
  eventId,
  /** The other members of the group. */
  companions: v.optional(v.array(registrationId)),
  hold: token,
  expiresAt: instant,
});

export const draftKept = v.strictObject({ status: v.literal('kept') });
export const sessionEnded = v.strictObject({ status: v.literal('ended') });

export type DraftKept = v.InferOutput<typeof draftKept>;
export type SessionEnded = v.InferOutput<typeof sessionEnded>;
