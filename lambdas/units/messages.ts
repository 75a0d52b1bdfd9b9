import * as v from 'valibot';
import { raceId } from '../api/fields';
import { whole } from '../spots/messages';

const claimMessage = v.strictObject({ pool: v.string(), number: whole, block: v.string() });

/** The claims of a registration, as two zones remember them. */
export const rememberedMessage = v.strictObject({
  claims: v.array(claimMessage),
  dropped: v.array(claimMessage),
  /** Absent in what the last release kept. */
  codes: v.optional(v.array(v.string()), []),
});

/** What was said of a scarce pool. */
export const lackMessage = v.strictObject({ kind: v.picklist(['held', 'gone']), sellable: whole });

/**
 * `{ "setStock": { … } }`: how much there is of a limited variant of the race's form. `dryRun`: nothing is changed, and
 * the answer is what it would be.
 */
export const setStockMessage = v.strictObject({
  setStock: v.strictObject({
    raceId,
    variant: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,31}$/)),
    stock: v.pipe(whole, v.maxValue(100_000)),
    dryRun: v.optional(v.boolean(), false),
  }),
});
