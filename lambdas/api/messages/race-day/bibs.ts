import * as v from 'valibot';
import { registrationId } from '../../fields';

const codeVersion = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(65_535));

/**
 * What a runner wears, and what they show when they come to get it. `bib`: absent while they have none. `givesBibs`: whether the race
 * gives bibs; in one that does not, the number of the registration is the bib. `codeVersion`: how many codes this one replaces.
 */
export const ownBib = v.strictObject({
  registrationId,
  bib: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(999_999))),
  givesBibs: v.boolean(),
  isCheckedIn: v.boolean(),
  /** They want no name in results. Absent: they have not said so since they registered. */
  isNameWithheld: v.optional(v.literal(true)),
  code: v.pipe(v.string(), v.regex(/^(SL1\.[A-Za-z0-9_-]{114}|SL2\.[A-Za-z0-9_-]{116})$/)),
  codeVersion,
});

/** Asks for a new check-in code in place of the one with this version. */
export const newCodeRequest = v.strictObject({ codeVersion });

export type OwnBibMessage = v.InferOutput<typeof ownBib>;
