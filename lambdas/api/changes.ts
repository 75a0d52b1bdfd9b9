import * as v from 'valibot';
import { waiver } from './races';
import { about, runner } from './registrations';
import { waiverAccepted } from './submission';
import { email, instant, money, registrationId, token, transferId, typedText } from './words';

/** `refund`: what the runner was told he gets back, so that nobody agrees to one thing and gets another. */
export const cancellationRequest = v.strictObject({ refund: money });

export const cancelled = v.strictObject({
  registrationId,
  status: v.literal('cancelled'),
  refund: money,
  currency: v.string(),
});

/** `transferId`: of the registration it will become, made by the client for this wish. */
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

/** What somebody is offered, for whoever brings the link from his mail. */
export const transferStatus = v.variant('status', [
  v.strictObject({
    ...about,
    status: v.literal('offered'),
    /** Who passes it on: first name and the last one's initial. */
    from: v.string(),
    recipient: v.strictObject({ firstName: v.string(), email: v.string() }),
    /** Until then. */
    endsAt: instant,
    now: instant,
    waiver,
  }),
  /** `link` opens the registration it became. */
  v.strictObject({ ...about, status: v.literal('accepted'), link: token }),
  /** Taken back, cancelled, or too late. */
  v.strictObject({ ...about, status: v.literal('gone') }),
]);

export const transferAcceptance = v.strictObject({ runner, waiver: waiverAccepted });

/** The spot is his now; `link` opens the registration. */
export const transferAccepted = v.strictObject({
  registrationId,
  status: v.literal('accepted'),
  number: v.number(),
  link: token,
});

export type Cancelled = v.InferOutput<typeof cancelled>;
export type TransferOffered = v.InferOutput<typeof transferOffered>;
export type TransferWithdrawn = v.InferOutput<typeof transferWithdrawn>;
export type TransferStatus = v.InferOutput<typeof transferStatus>;
export type TransferAccepted = v.InferOutput<typeof transferAccepted>;
