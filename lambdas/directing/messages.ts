import * as v from 'valibot';
import { eventId, placeId, raceId, registrationId, typedLines, typedText } from '../api/fields';
import { billing } from '../api/messages/receipts';

const whole = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));

/** What may stand beside a command of the function `direct`. `by`: who orders it, as they say. */
export const besideCommand = v.object({ by: v.optional(typedText(100)) });

/** `{ "changeCapacity": { … } }` */
export const changeCapacityMessage = v.strictObject({
  changeCapacity: v.strictObject({ raceId, eventId, capacity: whole(0, 100_000) }),
});

/** `{ "changeSale": { … } }`: pauses, closes or reopens the sale of an event, or without `eventId` of the whole race. */
export const changeSaleMessage = v.strictObject({
  changeSale: v.strictObject({
    raceId,
    eventId: v.optional(eventId),
    sale: v.picklist(['on', 'paused', 'closed']),
    dryRun: v.optional(v.boolean(), false),
  }),
});

/** `{ "removeFromWaitingList": { … } }`: takes one place off the list of its event, with what is offered to it. */
export const removeFromWaitingListMessage = v.strictObject({
  removeFromWaitingList: v.strictObject({ raceId, placeId }),
});

/** `{ "expectRunners": { … } }`: how many people to prepare for at the opening. */
export const expectRunnersMessage = v.strictObject({
  expectRunners: v.strictObject({ raceId, runners: whole(1, 10_000_000) }),
});

const slug = v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]{0,49}$/));

/** `{ "setSeller": { … } }`: makes or changes who issues invoices. `prefix` stands before each number. */
export const setSellerMessage = v.strictObject({
  setSeller: v.strictObject({
    id: slug,
    name: typedText(200),
    address: typedLines(500),
    country: v.pipe(v.string(), v.regex(/^[A-Z]{2}$/)),
    taxId: v.optional(typedText(50)),
    prefix: v.pipe(v.string(), v.regex(/^[A-Z0-9]{1,10}-$/)),
  }),
});

/** `{ "setTax": { … } }`: who sells a race, and the tax that its prices contain, in basis points. */
export const setTaxMessage = v.strictObject({
  setTax: v.strictObject({ raceId, seller: slug, rate: whole(0, 5000), label: typedText(50) }),
});

/** `{ "documents": { … } }`: the invoice and the credit notes of a registration's payment. */
export const documentsMessage = v.strictObject({ documents: v.strictObject({ registrationId }) });

/**
 * `{ "reissueInvoice": { … } }`: takes an invoice back with a credit note, and issues another. `invoice`: its number.
 * `billTo`: whom the next is addressed to; without it, as it was said last.
 */
export const reissueInvoiceMessage = v.strictObject({
  reissueInvoice: v.strictObject({
    registrationId,
    invoice: v.pipe(v.string(), v.regex(/^[A-Z0-9]{1,10}-\d{1,18}$/)),
    billTo: v.optional(billing),
  }),
});

/** Of a dispute, or of a payment that somebody has given back by hand. */
export const disputeId = v.pipe(v.string(), v.regex(/^(?:d[pu]|pi)_[A-Za-z0-9_]{1,250}$/));

/** `{ "disputes": { … } }`: the disputes of a race, or of all races. `after`: the id of the last one that is known. */
export const disputesMessage = v.strictObject({
  disputes: v.strictObject({ raceId: v.optional(raceId), after: v.optional(disputeId) }),
});

/** `{ "receipts": { … } }`: the invoices and credit notes of a race. `after`: the id of the last one that is known. */
export const receiptsMessage = v.strictObject({
  receipts: v.strictObject({ raceId, after: v.optional(registrationId) }),
});

/** `{ "settleDispute": { … } }`: whether the runner keeps the spot, or it comes back without a refund. */
export const settleDisputeMessage = v.strictObject({
  settleDispute: v.strictObject({ dispute: disputeId, decision: v.picklist(['keep', 'cancel']) }),
});

/**
 * `{ "refundLine": { … } }`: money of one line of a registration in a race with a form. `amount`: how much of the line is
 * given back in all, with what was given back before; without it all of the line. The runner keeps the spot.
 */
export const refundLineMessage = v.strictObject({
  refundLine: v.strictObject({
    registrationId,
    position: whole(0, 100),
    amount: v.optional(whole(1, 99_999_999)),
    dryRun: v.optional(v.boolean(), false),
  }),
});

/**
 * `{ "refundTransferFee": { … } }`: what this runner paid to take a spot over. `amount`: how much of it is given back in all, with
 * what was given back before; without it all of it. The runner keeps the spot.
 */
export const refundTransferFeeMessage = v.strictObject({
  refundTransferFee: v.strictObject({
    registrationId,
    amount: v.optional(whole(1, 99_999_999)),
    dryRun: v.optional(v.boolean(), false),
  }),
});

/** `{ "settleUnpaid": { … } }`: what becomes of a difference or a fee that could not be charged. The runner keeps the spot. */
export const settleUnpaidMessage = v.strictObject({
  settleUnpaid: v.strictObject({ registrationId, decision: v.picklist(['paid', 'waived']) }),
});

/** `{ "cancelRegistration": { … } }`: at any time. Without `refundPercent`, the race's own percentage is refunded. */
export const cancelRegistrationMessage = v.strictObject({
  cancelRegistration: v.strictObject({ registrationId, refundPercent: v.optional(whole(0, 100)) }),
});
