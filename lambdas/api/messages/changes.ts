import * as v from 'valibot';
import { email, instant, money, quoteToken, registrationId, token, transferId, typedText } from '../fields';
import { waiver } from './races';
import { about, runner } from './registrations';
import { takingOver, waiverAccepted } from './submission';

/** `refund`: the amount that the page has shown, so that nobody agrees to one amount and gets another. */
export const cancellationRequest = v.strictObject({ refund: money });

export const cancelled = v.strictObject({
  registrationId,
  status: v.literal('cancelled'),
  refund: money,
  currency: v.string(),
});

/** The id of another variant of the same item, at the same price. */
export const exchangeRequest = v.strictObject({
  variant: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,31}$/, 'question-id')),
});

export const itemExchanged = v.strictObject({
  registrationId,
  position: v.pipe(v.number(), v.integer(), v.minValue(0)),
  variant: v.string(),
  status: v.literal('exchanged'),
});
export type ItemExchanged = v.InferOutput<typeof itemExchanged>;

/** `transferId`: made by the client for this request; it becomes the id of the new registration. */
export const transferRequest = v.strictObject({
  transferId,
  recipient: v.strictObject({ firstName: typedText(60), email }),
});

export const transferOffered = v.strictObject({
  registrationId,
  transferId,
  status: v.literal('offered'),
});
export const transferWithdrawn = v.strictObject({ registrationId, status: v.literal('withdrawn') });

/** The difference, or the fee, could not be charged after all. They keep their spot. */
const isUnpaid = v.optional(v.literal(true));
/** They can pay it once more: ask for a quote as of a move, and pay it. Absent where the organiser has decided about it. */
const due = v.optional(v.strictObject({ difference: money, currency: v.string(), now: instant }));

/** An offered spot, for anybody who has the link in the mail. */
export const transferStatus = v.variant('status', [
  v.strictObject({
    ...about,
    status: v.literal('offered'),
    /** The runner who offers it: first name and the initial of the last name. */
    from: v.string(),
    recipient: v.strictObject({ firstName: v.string(), email: v.string() }),
    /** The end of the offer. */
    endsAt: instant,
    now: instant,
    waiver,
    /** What the recipient pays: ask for a quote, and pay it. Absent where the spot costs them nothing. */
    fee: v.optional(v.strictObject({ amount: money, currency: v.string() })),
    /** The revision of the race's form: the recipient answers its questions and signs its documents. */
    form: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  }),
  /** Whoever took it over has the link of the registration in a mail of their own. `isUnpaid`, `due`: of the fee, as below of a difference. */
  v.strictObject({ ...about, status: v.literal('accepted'), isUnpaid, due }),
  /** The organiser offers this runner a spot in a dearer event: they pay the difference, and are moved. */
  v.strictObject({
    ...about,
    status: v.literal('move-offered'),
    /** The name of the event in which they run now. */
    from: v.string(),
    difference: money,
    currency: v.string(),
    endsAt: instant,
    now: instant,
  }),
  /** The runner paid the difference and was moved. `number`: of their spot in the new event. Absent when they no longer have it. */
  v.strictObject({
    ...about,
    status: v.literal('moved'),
    number: v.optional(v.number()),
    isUnpaid,
    due,
  }),
  /** Withdrawn, cancelled, or over. */
  v.strictObject({ ...about, status: v.literal('gone') }),
]);

/** In a race without a form. */
export const transferAcceptance = v.strictObject({ runner, waiver: waiverAccepted });

/** What it costs, as a promise until `expiresAt`. */
export const transferQuoted = v.strictObject({
  /** The id of the registration that it becomes. Each quote has another one. */
  registrationId,
  quote: quoteToken,
  /** Opens the registration, as soon as it is one. */
  link: token,
  /** To be sent back unchanged with the quote. */
  runner: takingOver,
  fee: money,
  currency: v.string(),
  expiresAt: instant,
  /** The server's clock, for the countdown. */
  now: instant,
});

/** Of an offered move, or a fee that is due, there is nothing to say. */
export const moveQuoteRequest = v.strictObject({ move: v.literal(true) });

/** What a move costs, as a promise until `expiresAt`. */
export const moveQuoted = v.strictObject({
  /** The id of the payment. Each quote has another one. */
  registrationId,
  quote: quoteToken,
  /** Tells when the payment is decided. */
  link: token,
  difference: money,
  currency: v.string(),
  expiresAt: instant,
  /** The server's clock, for the countdown. */
  now: instant,
});

/** The recipient has the spot; `link` opens the registration. */
export const transferAccepted = v.strictObject({
  registrationId,
  status: v.literal('accepted'),
  number: v.number(),
  link: token,
});

/** The runner has no name in results. */
export const nameWithheld = v.strictObject({ registrationId, status: v.literal('withheld') });

export type NameWithheld = v.InferOutput<typeof nameWithheld>;
export type Cancelled = v.InferOutput<typeof cancelled>;
export type TransferOffered = v.InferOutput<typeof transferOffered>;
export type TransferWithdrawn = v.InferOutput<typeof transferWithdrawn>;
export type TransferStatus = v.InferOutput<typeof transferStatus>;
export type MoveQuoted = v.InferOutput<typeof moveQuoted>;
export type TransferQuoted = v.InferOutput<typeof transferQuoted>;
export type TransferAccepted = v.InferOutput<typeof transferAccepted>;
