import * as v from 'valibot';
import { email, eventId, instant, isDay, money, raceId, registrationId, transferId, typedText } from './words';

/** By what a runner is known again. */
export const identity = v.strictObject({
  firstName: typedText(60),
  lastName: typedText(60),
  email,
  birthDate: v.pipe(
    v.string(),
    v.isoDate('must be a date such as 1990-05-17'),
    v.check((text) => isDay(text) && text >= '1900-01-01', 'must be a real date after 1900'),
  ),
});

export const runner = v.strictObject({
  ...identity.entries,
  /** Where results and start lists put the runner. */
  gender: v.picklist(['female', 'male', 'non-binary'], 'must be female, male or non-binary'),
  emergencyContact: typedText(120),
});

/** Poll after `pollAfter` seconds, not earlier. */
export const registrationAccepted = v.strictObject({
  registrationId,
  status: v.literal('processing'),
  pollAfter: v.number(),
});

export const about = {
  registrationId,
  raceId,
  raceName: v.string(),
  eventId,
  eventName: v.string(),
};

export const registrationStatus = v.variant('status', [
  v.strictObject({ registrationId, status: v.literal('processing'), pollAfter: v.number() }),
  v.strictObject({
    ...about,
    status: v.literal('confirmed'),
    /** The runner's number in the event: the spot dealt. */
    number: v.number(),
    payment: v.picklist(['authorised', 'captured', 'failed', 'refunded']),
    /** What this registration cost: of those who register together each has his share. */
    amount: money,
    currency: v.string(),
    /** Another of those who registered together paid for him. */
    paidByAnother: v.optional(v.literal(true)),
    /** Who was registered together with him, in the status of who paid. Each has a status of his own. */
    companions: v.optional(
      v.array(v.strictObject({ registrationId, firstName: v.string(), lastName: v.string(), number: v.number() })),
    ),
    /** The spot was another runner's, who paid for it. */
    takenOver: v.optional(v.literal(true)),
    /** To whom the runner offers the spot at the moment; the address is masked. */
    transfer: v.optional(
      v.strictObject({
        transferId,
        recipient: v.strictObject({ firstName: v.string(), email: v.string() }),
        /** Until then. */
        endsAt: instant,
      }),
    ),
    runner: v.strictObject({ firstName: v.string(), lastName: v.string(), email: v.string() }),
    registeredAt: instant,
  }),
  v.strictObject({ ...about, status: v.literal('duplicate') }),
  v.strictObject({ ...about, status: v.literal('refused') }),
  v.strictObject({ ...about, status: v.literal('payment-failed') }),
  /** The runner gave the spot back. `refund`: how much of the money goes back to him, or went. */
  v.strictObject({ ...about, status: v.literal('cancelled'), refund: money, currency: v.string() }),
  /** The runner passed the spot on. */
  v.strictObject({ ...about, status: v.literal('transferred') }),
]);

/** Is this person registered for the hold's event already? All of him is needed to ask. */
export const registrationCheck = v.strictObject({ runner: identity });
export const registrationChecked = v.strictObject({
  registrationId,
  registered: v.picklist(['yes', 'no', 'unknown']),
});

export type IdentityMessage = v.InferOutput<typeof identity>;
export type RunnerMessage = v.InferOutput<typeof runner>;
export type RegistrationAccepted = v.InferOutput<typeof registrationAccepted>;
export type RegistrationChecked = v.InferOutput<typeof registrationChecked>;
export type RegistrationStatus = v.InferOutput<typeof registrationStatus>;
