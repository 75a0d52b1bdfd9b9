import * as v from 'valibot';

/** A whole number from 0. */
export const whole = v.pipe(v.number(), v.integer(), v.minValue(0));

const seat = { registrationId: v.string(), spot: whole };

/** A hold in the runner's signed token and in the queue. */
export const holdMessage = v.strictObject({
  ...seat,
  raceId: v.string(),
  eventId: v.string(),
  block: v.string(),
  companions: v.optional(v.array(v.strictObject(seat))),
  sessionHash: v.string(),
  quote: v.strictObject({
    currency: v.string(),
    lines: v.array(v.strictObject({ label: v.string(), amount: whole })),
    total: whole,
  }),
  waiverHash: v.string(),
  kind: v.optional(v.picklist(['gift', 'ticket'])),
  form: v.optional(whole),
  owner: v.optional(v.string()),
  access: v.optional(v.string()),
  counted: v.optional(v.strictObject({ address: v.string(), at: whole, seconds: whole })),
  cardTries: v.optional(whole),
  expiresAt: whole,
});

/** A block as processes pass it to each other. */
export const blockMessage = v.strictObject({
  id: v.string(),
  eventId: v.string(),
  numbers: v.array(whole),
  dealUntil: v.number(),
  // Absent in blocks from before races had a hold length of their own.
  holdSeconds: v.optional(whole, 600),
});

const eventRefusals = [
  v.strictObject({ kind: v.literal('early') }),
  v.strictObject({ kind: v.literal('paused') }),
  v.strictObject({ kind: v.literal('closed') }),
  v.strictObject({ kind: v.literal('held') }),
  v.strictObject({ kind: v.literal('waiting') }),
  v.strictObject({ kind: v.literal('sold-out') }),
] as const;

/** What who asked for spots or units was told. */
export const refusalMessage = v.variant('kind', [
  ...eventRefusals,
  v.strictObject({ kind: v.literal('scarce') }),
  v.strictObject({ kind: v.literal('too-few'), sellable: whole }),
]);

export const heldSpotMessage = v.strictObject({ hold: holdMessage, token: v.string() });
