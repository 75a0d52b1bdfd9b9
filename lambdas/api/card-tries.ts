import * as v from 'valibot';
import { registrationId, token } from './words';

/** The same hold, with which one card more may be declined. */
export const cardTriesGiven = v.strictObject({
  registrationId,
  hold: token,
  /** How many in all. */
  cardTries: v.pipe(v.number(), v.integer(), v.minValue(1)),
});

export type CardTriesGiven = v.InferOutput<typeof cardTriesGiven>;
