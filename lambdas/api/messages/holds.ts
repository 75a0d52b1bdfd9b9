import * as v from 'valibot';
import { eventId, instant, money, raceId, registrationId, token } from '../fields';
import { waiver } from './races';

export const quote = v.strictObject({
  currency: v.string(),
  lines: v.array(v.strictObject({ label: v.string(), amount: money })),
  total: money,
});

/**
 * The spot, or one for each member of a group, is held until `expiresAt`. Send `hold` back unchanged with the
 * registration.
 */
export const holdGranted = v.strictObject({
  registrationId,
  raceId,
  eventId,
  /** The `companions` of the request: the hold is for them, too. */
  companions: v.optional(v.array(registrationId)),
  hold: token,
  expiresAt: instant,
  /** The server's clock, for the countdown. */
  now: instant,
  quote,
  waiver,
  /** The revision of the race's form, when the hold was made. Its questions must be answered before paying. */
  form: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
});

export type HoldGranted = v.InferOutput<typeof holdGranted>;
export type QuoteMessage = v.InferOutput<typeof quote>;
