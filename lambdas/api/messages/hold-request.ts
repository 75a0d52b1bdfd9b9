import * as v from 'valibot';
import { eventId, registrationId, token } from '../fields';

// Separate from the answers: the page sends these messages and need not carry the schemas of answers.

/** The other members of a group: at most eight people including the one who pays. */
const companionIds = v.pipe(
  v.array(registrationId),
  v.minLength(1, 'companions-none'),
  v.maxLength(7, 'too-many-companions'),
);

/** Proof of work: `challenge` is its token. */
export const proof = v.strictObject({
  challenge: token,
  nonce: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,128}$/, 'nonce')),
});

/**
 * `companions`: the other members of the group, each with an id of their own; all get a spot or none does. `ticket`: of
 * a place on the waiting list, to hold the spots that are offered to it. `access`: the token that an access code was answered
 * with, for an event that is in no list. `proof`: the answer to the challenge of a
 * `prove-work` refusal of the same request.
 */
export const holdRequest = v.pipe(
  v.strictObject({
    registrationId,
    eventId,
    companions: v.optional(companionIds),
    ticket: v.optional(token),
    access: v.optional(token),
    proof: v.optional(proof),
  }),
  v.forward(
    v.check(
      ({ registrationId, companions = [] }) => new Set([registrationId, ...companions]).size === 1 + companions.length,
      'same-ids',
    ),
    ['companions'],
  ),
);

export type HoldRequest = v.InferOutput<typeof holdRequest>;
