import * as v from 'valibot';
import { eventId, registrationId, token } from './words';

// Apart from what is answered: the page sends these and need not carry their schemas.

/** Of those who register together with somebody: at most eight people in all. */
const companionIds = v.pipe(
  v.array(registrationId),
  v.minLength(1, 'must name at least one; leave it out for one person alone'),
  v.maxLength(7, 'must name at most 7: eight people register together, and one of them pays'),
);

/** The work was done: `challenge` is its token. */
export const proof = v.strictObject({
  challenge: token,
  nonce: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,128}$/, 'must be 1 to 128 of A-Z, a-z, 0-9, _ and -')),
});

/**
 * `companions`: who registers together with the one who pays, each with an id of his own; all of them get a spot, or nobody does.
 * `ticket`: of a place on the waiting list, to hold what is offered to it.
 * `proof`: answers the challenge of a `prove-work` refusal of this very request.
 */
export const holdRequest = v.pipe(
  v.strictObject({
    registrationId,
    eventId,
    companions: v.optional(companionIds),
    ticket: v.optional(token),
    proof: v.optional(proof),
  }),
  v.forward(
    v.check(
      ({ registrationId, companions = [] }) => new Set([registrationId, ...companions]).size === 1 + companions.length,
      'must give everybody another id, and another than registrationId',
    ),
    ['companions'],
  ),
);

export type HoldRequest = v.InferOutput<typeof holdRequest>;
