import * as v from 'valibot';
import { raceId } from '../../fields';

const variant = v.pipe(v.string(), v.maxLength(32));

/**
 * `few`: so many are `left`. `held`: what is left is in others' baskets, and comes back when it is not paid for. `gone`:
 * somebody has each of them.
 */
export const stock = v.strictObject({
  raceId,
  variants: v.array(
    v.variant('state', [
      v.strictObject({ variant, state: v.picklist(['plenty', 'held', 'gone']) }),
      v.strictObject({ variant, state: v.literal('few'), left: v.pipe(v.number(), v.integer(), v.minValue(1)) }),
    ]),
  ),
});

export type StockMessage = v.InferOutput<typeof stock>;
