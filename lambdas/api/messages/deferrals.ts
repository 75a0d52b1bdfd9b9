import * as v from 'valibot';
import { instant, money, registrationId } from '../fields';

/** `entry`: a whole one. */
const worth = v.union([v.literal('entry'), money]);

/** What somebody who deferred has in place of their spot. It is good once, for the same person. */
const credit = v.strictObject({
  /** Send it among the codes of a quote in a later race of the series. */
  code: v.string(),
  worth,
  /** What is charged when it is used. */
  fee: money,
  currency: v.string(),
  /** The name that the races have in common in which it is good. */
  series: v.string(),
  expiresAt: instant,
  /** It pays for a registration at this moment. */
  isUsed: v.boolean(),
});

/** What the page has shown that the credit is worth, and what using it will cost. */
export const deferralRequest = v.strictObject({ worth, fee: money });

export const registrationDeferred = v.strictObject({ registrationId, status: v.literal('deferred'), credit });

export const deferral = v.variant('status', [
  /** What the runner would have in place of the spot. */
  v.strictObject({
    registrationId,
    status: v.literal('offered'),
    worth,
    fee: money,
    currency: v.string(),
    series: v.string(),
    creditUntil: instant,
  }),
  registrationDeferred,
]);

export type RegistrationDeferred = v.InferOutput<typeof registrationDeferred>;
export type Deferral = v.InferOutput<typeof deferral>;
