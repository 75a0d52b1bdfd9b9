import * as v from 'valibot';
import { waiver } from './races';
import { companionIds, eventId, instant, money, proof, raceId, registrationId, token } from './words';

/**
 * `companions`: who registers together with him, each with an id of his own; all of them get a spot, or nobody does.
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

export const quote = v.strictObject({
  currency: v.string(),
  lines: v.array(v.strictObject({ label: v.string(), amount: money })),
  total: money,
});

/** A spot, or one for each of you, is yours until `expiresAt`. Send `hold` back, untouched, with the registration. */
export const holdGranted = v.strictObject({
  registrationId,
  raceId,
  eventId,
  /** Those of the request: the hold is for them, too. */
  companions: v.optional(companionIds),
  hold: token,
  expiresAt: instant,
  /** The server's clock, for the countdown. */
  now: instant,
  quote,
  waiver,
});

/** The same hold, with which one card more may be declined. */
export const cardTriesGiven = v.strictObject({
  registrationId,
  hold: token,
  /** How many in all. */
  cardTries: v.pipe(v.number(), v.integer(), v.minValue(1)),
});

export type CardTriesGiven = v.InferOutput<typeof cardTriesGiven>;
export type HoldRequest = v.InferOutput<typeof holdRequest>;
export type HoldGranted = v.InferOutput<typeof holdGranted>;
export type QuoteMessage = v.InferOutput<typeof quote>;
