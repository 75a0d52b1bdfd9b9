import * as v from 'valibot';

/** A whole number from 0. */
export const whole = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A hold as it travels: in the runner's signed token and in the queue. */
export const holdMessage = v.strictObject({
  registrationId: v.string(),
  raceId: v.string(),
  eventId: v.string(),
  block: v.string(),
  spot: whole,
  sessionHash: v.string(),
  quote: v.strictObject({
    currency: v.string(),
    lines: v.array(v.strictObject({ label: v.string(), amount: whole })),
    total: whole,
  }),
  waiverHash: v.string(),
  owner: v.optional(v.string()),
  expiresAt: whole,
});

/** A block as processes tell it each other. */
export const blockMessage = v.strictObject({
  id: v.string(),
  eventId: v.string(),
  numbers: v.array(whole),
  dealUntil: v.number(),
});

export const verdictMessage = v.variant('kind', [
  v.strictObject({ kind: v.literal('early') }),
  v.strictObject({ kind: v.literal('closed') }),
  v.strictObject({ kind: v.literal('held') }),
  v.strictObject({ kind: v.literal('waiting') }),
  v.strictObject({ kind: v.literal('sold-out') }),
]);

export const heldSpotMessage = v.strictObject({ hold: holdMessage, token: v.string() });
