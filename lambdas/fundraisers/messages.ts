import * as v from 'valibot';
import { fundraiserSlug, raceId, registrationId } from '../api/fields';

/** `{ "hideDonor": { … } }`: takes the name of somebody who gave off the page of a fundraiser. They alone can show it again. */
export const hideDonorMessage = v.strictObject({ hideDonor: v.strictObject({ registrationId }) });

/** `{ "hideFundraiser": { … } }`: shows a fundraiser to nobody but its owner. `show`: shows it again. */
export const hideFundraiserMessage = v.strictObject({
  hideFundraiser: v.strictObject({
    raceId,
    slug: fundraiserSlug,
    show: v.optional(v.boolean(), false),
    dryRun: v.optional(v.boolean(), false),
  }),
});
