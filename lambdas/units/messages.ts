import * as v from 'valibot';
import { whole } from '../spots/messages';

const claimMessage = v.strictObject({ pool: v.string(), number: whole, block: v.string() });

/** The claims of a registration, as two zones remember them. */
export const rememberedMessage = v.strictObject({
  claims: v.array(claimMessage),
  dropped: v.array(claimMessage),
});

/** What was said of a scarce pool. */
export const verdictMessage = v.variant('kind', [
  v.strictObject({ kind: v.literal('held') }),
  v.strictObject({ kind: v.literal('sold-out') }),
  v.strictObject({ kind: v.literal('too-few'), sellable: whole }),
]);
