import * as v from 'valibot';
import { registrationId, token } from '../fields';

/** The same hold, with one more card that may be declined. */
export const cardTriesGiven = v.strictObject({
  registrationId,
  hold: token,
  /** The total number of cards that may be declined. */
  cardTries: v.pipe(v.number(), v.integer(), v.minValue(1)),
});

export type CardTriesGiven = v.InferOutput<typeof cardTriesGiven>;
