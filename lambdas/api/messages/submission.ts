import * as v from 'valibot';
import { token } from '../fields';
import { runner } from './registrations';

export const waiverAccepted = v.strictObject({
  hash: v.string(),
  accepted: v.literal(true, 'waiver'),
});

/**
 * Everything that the runner enters, for all members of the group. Never card data: `paymentMethod` is the processor's
 * token for it.
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
  paymentMethod: v.pipe(v.string(), v.regex(/^pm_[A-Za-z0-9_]{1,250}$/, 'payment-method')),
});

export type SubmissionMessage = v.InferOutput<typeof submission>;
