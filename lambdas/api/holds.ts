import * as v from 'valibot';
import { waiver } from './races';
import { eventId, instant, money, raceId, registrationId, token } from './words';

/** `ticket`: of a place on the waiting list, to hold what is offered to it. */
export const holdRequest = v.strictObject({ registrationId, eventId, ticket: v.optional(token) });

export const quote = v.strictObject({
  currency: v.string(),
  lines: v.array(v.strictObject({ label: v.string(), amount: money })),
  total: money,
});

/** A spot is yours until `expiresAt`. Send `hold` back, untouched, with the registration. */
export const holdGranted = v.strictObject({
  registrationId,
  raceId,
  eventId,
  hold: token,
  expiresAt: instant,
  /** The server's clock, for the countdown. */
  now: instant,
  quote,
  waiver,
});

export type HoldRequest = v.InferOutput<typeof holdRequest>;
export type HoldGranted = v.InferOutput<typeof holdGranted>;
export type QuoteMessage = v.InferOutput<typeof quote>;
