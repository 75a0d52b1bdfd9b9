import * as v from 'valibot';
import { fundraiserSlug } from '../fields';

/** Who collects the donation, and whether who gives may be named there. */
export const collectedSchema = v.optional(
  v.strictObject({ fundraiser: fundraiserSlug, isPublic: v.optional(v.boolean()) }),
);
