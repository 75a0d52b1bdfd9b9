import * as v from 'valibot';
import { quoteToken, token } from '../fields';
import { anyEntry } from './quotes';
import { runner } from './registrations';

/** Who takes a spot over, as it is kept. What else they say is explained by the form of the race, if it has one. */
export const takingOver = v.looseObject({
  firstName: v.string(),
  lastName: v.string(),
  email: v.string(),
  birthDate: v.string(),
});

export const waiverAccepted = v.strictObject({
  hash: v.string(),
  accepted: v.literal(true, 'waiver'),
});

const card = {
  /** The card as a confirmation token, which is good for one payment. */
  confirmationToken: v.optional(v.pipe(v.string(), v.regex(/^ctoken_[A-Za-z0-9_]{1,250}$/, 'confirmation-token'))),
  /** The card as a payment method. */
  paymentMethod: v.optional(v.pipe(v.string(), v.regex(/^pm_[A-Za-z0-9_]{1,250}$/, 'payment-method'))),
  /** `payment` of the answer `action-required`, to continue it. Left out when another card is to be tried. */
  resume: v.optional(v.pipe(v.string(), v.regex(/^pi_[A-Za-z0-9_]{1,250}$/, 'payment'))),
};

/**
 * Everything that the runner enters, for all members of the group. Never card data: the processor makes a token of it.
 * With a price there is exactly one token, else there is none.
 */
export const submission = v.strictObject({
  hold: token,
  /** The runner who pays. */
  runner,
  /** All others that the hold is for, in the order of its `companions`. */
  companions: v.optional(
    v.pipe(v.array(runner), v.minLength(1, 'companions-none'), v.maxLength(7, 'too-many-companions')),
  ),
  waiver: waiverAccepted,
  ...card,
});

/**
 * The same in a race with a form. `entry`: exactly as the answer of the quote had it, for all members of the group. What is
 * charged is the quote's total. Where nobody runs there is no waiver.
 */
export const quotedSubmission = v.strictObject({
  hold: token,
  quote: quoteToken,
  entry: anyEntry,
  waiver: v.optional(waiverAccepted),
  ...card,
});

/**
 * The same for a spot that somebody passes on, where its race has a fee for that. `transfer`: the quote. `runner`: exactly as
 * the answer of the quote had them. It needs the token of the link in the mail that offers the spot, and no session.
 */
export const transferSubmission = v.strictObject({
  transfer: quoteToken,
  runner: takingOver,
  waiver: waiverAccepted,
  ...card,
});

/**
 * The same for a move to a dearer event, which the organiser has offered. `move`: the quote. It needs the token of the link in the
 * mail that offers it, and no session.
 */
export const moveSubmission = v.strictObject({ move: quoteToken, ...card });

export type QuotedSubmissionMessage = v.InferOutput<typeof quotedSubmission>;
export type SubmissionMessage = v.InferOutput<typeof submission>;
