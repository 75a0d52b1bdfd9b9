import * as v from 'valibot';
import { email, eventId, instant, isDay, money, raceId, registrationId, token, transferId, typedText } from '../fields';

/** What identifies a runner. */
export const identity = v.strictObject({
  firstName: typedText(60),
  lastName: typedText(60),
  email,
  birthDate: v.pipe(
    v.string(),
    v.isoDate('date'),
    v.check((text) => isDay(text) && text >= '1900-01-01', 'impossible-birth-date'),
  ),
});

export const runner = v.strictObject({
  ...identity.entries,
  /** The category in results and start lists. */
  gender: v.picklist(['female', 'male', 'non-binary'], 'gender'),
  emergencyContact: typedText(120),
});

/** Poll after `pollAfter` seconds, not earlier. */
export const registrationAccepted = v.strictObject({
  registrationId,
  status: v.literal('processing'),
  pollAfter: v.number(),
});

/**
 * The runner's bank asks them. Show its question with `clientSecret`. Then send the same request with `payment` as
 * `resume`, before `until`.
 */
export const actionRequired = v.strictObject({
  status: v.literal('action-required'),
  registrationId,
  /** Lets the runner answer the bank at the processor. Keep it in memory only. */
  clientSecret: v.string(),
  /** The processor's id of the payment. */
  payment: v.string(),
  until: instant,
});

export const about = {
  registrationId,
  raceId,
  raceName: v.string(),
  eventId,
  eventName: v.string(),
  /** Where nobody runs: a donation, or tickets. */
  eventKind: v.optional(v.picklist(['gift', 'ticket'])),
};

/** In a race with a form: what a registration consists of. The form of this revision has the labels. */
const consistsOf = {
  form: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  lines: v.optional(
    v.array(
      v.strictObject({
        kind: v.picklist(['entry', 'item', 'donation', 'fee', 'code', 'team']),
        /** The variant or the cause. */
        ref: v.optional(v.string()),
        /** Of the entry. */
        label: v.optional(v.string()),
        list: money,
        /** What is charged of it. */
        amount: money,
        /** `short`: it could not be given, and is not charged. */
        state: v.picklist(['given', 'short', 'over', 'returned', 'moved']),
        refund: v.optional(money),
        /** How much of it comes back if the runner gives the spot back now. Absent when they may not. */
        refundable: v.optional(money),
      }),
    ),
  ),
};

export const registrationStatus = v.variant('status', [
  v.strictObject({ registrationId, status: v.literal('processing'), pollAfter: v.number() }),
  v.strictObject({
    ...about,
    status: v.literal('confirmed'),
    /** The runner's number in the event, which is that of the spot. */
    number: v.number(),
    payment: v.picklist(['authorised', 'captured', 'failed', 'refunded']),
    /** The price of this registration: each member of a group has a share. */
    amount: money,
    currency: v.string(),
    /** Another member of the group paid. */
    paidByAnother: v.optional(v.literal(true)),
    /** The other members of the group, in the status of the runner who paid. Each also has a status of their own. */
    companions: v.optional(
      v.array(v.strictObject({ registrationId, firstName: v.string(), lastName: v.string(), number: v.number() })),
    ),
    /** The spot was transferred by another runner, who had paid for it. */
    takenOver: v.optional(v.literal(true)),
    /** Somebody else paid for the spot, and the runner paid a transfer fee or the difference of a move, which has a receipt. */
    paidBesides: v.optional(v.literal(true)),
    /** How much of a transfer fee or the difference of a move could not be charged. The runner keeps the spot, and the organiser decides. */
    unpaid: v.optional(money),
    /** The part of it that the runner can pay now. `token` opens the offer of the move, or the transfer, as its mail does: `GET /api/transfers/{offerId}`. */
    due: v.optional(v.strictObject({ offerId: transferId, token, amount: money })),
    /** The person whom the runner offers the spot at this moment; the address is masked. */
    transfer: v.optional(
      v.strictObject({
        transferId,
        recipient: v.strictObject({ firstName: v.string(), email: v.string() }),
        /** The end of the offer. */
        endsAt: instant,
      }),
    ),
    ...consistsOf,
    runner: v.strictObject({ firstName: v.string(), lastName: v.string(), email: v.string() }),
    registeredAt: instant,
  }),
  v.strictObject({ ...about, status: v.literal('duplicate') }),
  v.strictObject({ ...about, status: v.literal('refused') }),
  v.strictObject({ ...about, status: v.literal('payment-failed') }),
  /** The runner gave the spot back. `refund`: how much of the money is refunded or will be. */
  v.strictObject({ ...about, status: v.literal('cancelled'), refund: money, currency: v.string(), ...consistsOf }),
  /** The runner gave the spot up for an entry in a later race. */
  v.strictObject({ ...about, status: v.literal('deferred') }),
  /** The runner transferred the spot. */
  v.strictObject({ ...about, status: v.literal('transferred') }),
]);

/** Is this person registered for the hold's event already? The question needs the whole identity. */
export const registrationCheck = v.strictObject({ runner: identity });
export const registrationChecked = v.strictObject({
  registrationId,
  registered: v.picklist(['yes', 'no', 'unknown']),
});

export type IdentityMessage = v.InferOutput<typeof identity>;
export type RunnerMessage = v.InferOutput<typeof runner>;
export type ActionRequired = v.InferOutput<typeof actionRequired>;
export type RegistrationAccepted = v.InferOutput<typeof registrationAccepted>;
export type RegistrationChecked = v.InferOutput<typeof registrationChecked>;
export type RegistrationStatus = v.InferOutput<typeof registrationStatus>;
