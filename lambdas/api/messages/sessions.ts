import * as v from 'valibot';
import { eventId, instant, raceId, registrationId, token } from '../fields';

/**
 * The header in which a page names the secret of its session: 32 random bytes in base64url, made before its first
 * request.
 */
export const secretHeader = 'x-startline-secret';

const typed = (longest: number) => v.pipe(v.string(), v.maxLength(longest, 'too-long'));

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
});

/** What was typed about the runner who pays and about the other members of the group. */
export const typedDraft = v.strictObject({
  ...typedRunner.entries,
  companions: v.optional(v.pipe(v.array(typedRunner), v.maxLength(7, 'too-many-companions'))),
});

export const sessionHold = v.strictObject({
  registrationId,
  raceId,
  eventId,
  /** The other members of the group. */
  companions: v.optional(v.array(registrationId)),
  hold: token,
  expiresAt: instant,
});

/** The holds and the draft of this browser. */
export const session = v.strictObject({
  holds: v.array(sessionHold),
  draft: v.optional(typedDraft),
  /** The server's clock, for the countdown. */
  now: instant,
});

export const draftKept = v.strictObject({ status: v.literal('kept') });
export const sessionEnded = v.strictObject({ status: v.literal('ended') });

export type TypedDraft = v.InferOutput<typeof typedDraft>;
export type SessionMessage = v.InferOutput<typeof session>;
export type DraftKept = v.InferOutput<typeof draftKept>;
export type SessionEnded = v.InferOutput<typeof sessionEnded>;
