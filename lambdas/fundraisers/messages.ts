import * as v from 'valibot';
import { fundraiserSlug, raceId } from '../api/fields';

/** `{ "hideFundraiser": { … } }`: shows a fundraiser to nobody but its owner. `show`: shows it again. */
export const hideFundraiserMessage = v.strictObject({
  hideFundraiser: v.strictObject({
    raceId,
    slug: fundraiserSlug,
    show: v.optional(v.boolean(), false),
    dryRun: v.optional(v.boolean(), false),
  }),
});
